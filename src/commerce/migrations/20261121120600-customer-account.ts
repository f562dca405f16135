import { createTable, id, int, NULL, refers, unique, varchar } from '../../../libs/database/index.js';

/** Credentials of customers, in a separate table so that readers of the record never see a hash. */
export const CREATE_CUSTOMER_ACCOUNT = createTable(
  '20261121120600-customer-account',
  'customer_account',
  [id(), int('customer_id'), varchar('password_hash', 255, NULL), int('token_version')],
  [unique('customer_account_customer', 'customer_id')],
  [refers('customer_id', 'customer', 'cascade')],
);
