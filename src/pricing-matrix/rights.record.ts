import type { Rights } from '../../libs/records/index.js';

/** ACL of all resources of this room (pricing.md §1). */
export const MATRIX_RIGHTS: Rights = {
  read: '_ProductCustomerMatrix::manage',
  save: '_ProductCustomerMatrix::save',
  delete: '_ProductCustomerMatrix::delete',
};
