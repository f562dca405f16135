import { creates } from '../migration.js';
import { id, table, unique, varchar } from '../tables/shape.js';

/** Customer groups, with those that a fresh database has (commerce.md). */
export const customerGroup = creates(
  '20261121120400-customer-group',
  table('customer_group', [id(), varchar('code', 255)], [unique('customer_group_code', 'code')]),
  [
    { id: 0, code: 'NOT LOGGED IN' },
    { id: 1, code: 'General' },
  ],
);
