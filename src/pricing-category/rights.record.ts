import type { Rights } from '../../libs/records/index.js';

/** ACL of all resources of this room (pricing.md §1). */
export const CATEGORYPRICE_RIGHTS: Rights = {
  read: '_Categoryprice::manage',
  save: '_Categoryprice::save',
  delete: '_Categoryprice::delete',
};
