import type { Rights } from '../../libs/records/index.js';

/** ACL of all resources of this room (pricing.md §1). */
export const PRICELIST_RIGHTS: Rights = {
  read: '_Pricelist::manage',
  save: '_Pricelist::save',
  delete: '_Pricelist::delete',
};
