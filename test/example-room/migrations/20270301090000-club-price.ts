import {
  createTable,
  day,
  decimal,
  id,
  index,
  int,
  refers,
  terms,
  tracked,
  unique,
  varchar,
} from '../../../libs/database/index.js';

/** Club prices; the key begins with group and product, by which prices are read. */
export const CREATE_CLUB_PRICE = createTable(
  '20270301090000-club-price',
  'club_price',
  [
    id(),
    int('customer_group_id'),
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
      'club_price_key',
      'customer_group_id',
      'product_id',
      'website_id',
      'qty',
      'from_date_key',
      'to_date_key',
      'currency_key',
    ),
    unique('club_price_external_id', 'external_id'),
    index('club_price_updated_at', 'updated_at'),
  ],
  [
    refers('customer_group_id', 'customer_group', 'cascade'),
    refers('product_id', 'product', 'cascade'),
    refers('website_id', 'website', 'restrict'),
  ],
);
