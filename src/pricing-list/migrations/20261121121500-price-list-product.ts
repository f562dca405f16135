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

/** The key starts with list and product, because prices are read by them (pricing.md §1). */
export const CREATE_PRICE_LIST_PRODUCT = createTable(
  '20261121121500-price-list-product',
  'price_list_product',
  [
    id(),
    int('pricelist_id'),
    int('product_id'),
    decimal('price', 15, 6),
    ...terms(),
    ...tracked(),
    day('from_date_key'),
    day('to_date_key'),
    varchar('currency_key', 3),
  ],
  [
    unique(
      'price_list_product_key',
      'pricelist_id',
      'product_id',
      'qty',
      'from_date_key',
      'to_date_key',
      'currency_key',
    ),
    unique('price_list_product_external_id', 'external_id'),
  ],
  [refers('pricelist_id', 'price_list', 'cascade'), refers('product_id', 'product', 'cascade')],
);
