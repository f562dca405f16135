import { createTable, day, decimal, id, int, json, NULL, unique, varchar } from '../../../libs/database/index.js';

export const CREATE_PRODUCT = createTable(
  '20261121120800-product',
  'product',
  [
    id(),
    varchar('sku', 64),
    varchar('name', 255),
    decimal('price', 15, 6, NULL),
    decimal('special_price', 15, 6, NULL),
    day('special_from', NULL),
    day('special_to', NULL),
    decimal('cost', 15, 6, NULL),
    decimal('msrp', 15, 6, NULL),
    json('attributes'),
    int('is_active'),
  ],
  [unique('product_sku', 'sku')],
);
