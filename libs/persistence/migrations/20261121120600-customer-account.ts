import { creates } from '../migration.js';
import { NULL, id, int, refers, table, unique, varchar } from '../tables/shape.js';

/** How customers sign in: beside the record, whose reader never sees a hash. */
export const customerAccount = creates(
  '20261121120600-customer-account',
  table(
    'customer_account',
    [id(), int('customer_id'), varchar('password_hash', 255, NULL), int('token_version')],
    [unique('customer_account_customer', 'customer_id')],
    [refers('customer_id', 'customer', 'cascade')],
  ),
);
