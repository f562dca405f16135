import type { Rights } from '../../libs/records/index.js';

/** The folder of this room: what ADD_ONS can leave out. */
export const ROOM = 'pricing-list';

/** ACL of all resources of this room (pricing.md §1). */
export const PRICELIST_RIGHTS: Rights = {
  read: '_Pricelist::manage',
  save: '_Pricelist::save',
  delete: '_Pricelist::delete',
};
