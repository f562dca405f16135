import {
  createTable,
  day,
  decimal,
  id,
  int,
  refers,
  terms,
  tracked,
  unique,
  varchar,
} from '../../../libs/database/index.js';

/** The key starts with customer and product, because prices are read by them (pricing.md §1). */
export const CREATE_CUSTOMER_PRICE = createTable(
  '20261121121800-customer-price',
  'customer_price',
  [
    id(),
    int('customer_id'),
    int('product_id'),
    int('website_id'),
    decimal('value', 15, 6),
    ...terms(),
    ...tracked(),
    day('from_date_key'),
    day('to_date_key'),
    varchar('currency_key', 3),
  ],
  [
    unique(
      'customer_price_key',
      'customer_id',
      'product_id',
      'website_id',
      'qty',
      'from_date_key',
      'to_date_key',
      'currency_key',
    ),
    unique('customer_price_external_id', 'external_id'),
  ],
  [
    refers('customer_id', 'customer', 'cascade'),
    refers('product_id', 'product', 'cascade'),
    refers('website_id', 'website', 'restrict'),
  ],
);
