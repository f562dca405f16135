import { createTable, id, int, NULL, refers, unique, varchar } from '../../../libs/database/index.js';

/** Customers; the e-mail is unique per website by its lower-case key (commerce.md). */
export const CREATE_CUSTOMER = createTable(
  '20261121120500-customer',
  'customer',
  [
    id(),
    varchar('email', 255, NULL),
    varchar('customer_number', 255, NULL),
    int('group_id'),
    int('website_id'),
    varchar('first_name', 255, NULL),
    varchar('last_name', 255, NULL),
    int('is_active'),
    varchar('external_id', 255, NULL),
    varchar('email_key', 510, NULL),
  ],
  [
    unique('customer_number', 'customer_number'),
    unique('customer_email', 'email_key', 'website_id'),
    unique('customer_external_id', 'external_id'),
  ],
  [refers('group_id', 'customer_group', 'restrict'), refers('website_id', 'website', 'restrict')],
);
