import type { Rights } from '../../libs/records/index.js';

export const MATRIX_RIGHTS: Rights = {
  read: '_ProductCustomerMatrix::manage',
  save: '_ProductCustomerMatrix::save',
  delete: '_ProductCustomerMatrix::delete',
};
