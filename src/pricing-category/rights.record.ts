import type { Rights } from '../../libs/records/index.js';

export const CATEGORYPRICE_RIGHTS: Rights = {
  read: '_Categoryprice::manage',
  save: '_Categoryprice::save',
  delete: '_Categoryprice::delete',
};
