import type { Rights } from '../../libs/records/index.js';

export const PRICELIST_RIGHTS: Rights = {
  read: '_Pricelist::manage',
  save: '_Pricelist::save',
  delete: '_Pricelist::delete',
};
