import { createTable, id, unique, varchar } from '../../../libs/database/index.js';

/** Customer groups, with those that a fresh database has (commerce.md). */
export const CREATE_CUSTOMER_GROUP = createTable(
  '20261121120400-customer-group',
  'customer_group',
  [id(), varchar('code', 255)],
  [unique('customer_group_code', 'code')],
  [],
  [
    { id: 0, code: 'NOT LOGGED IN' },
    { id: 1, code: 'General' },
  ],
);
