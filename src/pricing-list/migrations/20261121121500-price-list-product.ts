import {
  createTable,
  day,
  decimal,
  id,
  instant,
  int,
  NULL,
  refers,
  table,
  unique,
  varchar,
} from '../../../libs/database/index.js';

/** Rows of price lists; the key begins with list and product, by which prices are read (pricing.md §1). */
export const CREATE_PRICE_LIST_PRODUCT = createTable(
  '20261121121500-price-list-product',
  table(
    'price_list_product',
    [
      id(),
      int('pricelist_id'),
      int('product_id'),
      decimal('price', 15, 6),
      decimal('qty', 12, 4),
      int('price_application_type'),
      varchar('price_attribute', 255, NULL),
      varchar('currency', 3, NULL),
      day('from_date', NULL),
      day('to_date', NULL),
      varchar('external_id', 255, NULL),
      int('source_version', NULL),
      instant('created_at'),
      instant('updated_at'),
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
  ),
);
