import { createTable, day, decimal, id, int, NULL, refers, unique } from '../../../libs/database/index.js';

/** What a product costs on one website (commerce.md, website_prices). */
export const CREATE_PRODUCT_WEBSITE_PRICE = createTable(
  '20261121120900-product-website-price',
  'product_website_price',
  [
    id(),
    int('product_id'),
    int('website_id'),
    decimal('price', 15, 6, NULL),
    decimal('special_price', 15, 6, NULL),
    day('special_from', NULL),
    day('special_to', NULL),
    decimal('cost', 15, 6, NULL),
    decimal('msrp', 15, 6, NULL),
  ],
  [unique('product_website_price_pair', 'product_id', 'website_id')],
  [refers('product_id', 'product', 'cascade'), refers('website_id', 'website', 'restrict')],
);
