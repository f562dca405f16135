import { createTable, decimal, id, int, NULL, refers, unique } from '../../../libs/database/index.js';

/** Product tier prices; group -1 stands beside "all groups" in the key (commerce.md). */
export const CREATE_PRODUCT_TIER_PRICE = createTable(
  '20261121121100-product-tier-price',
  'product_tier_price',
  [
    id(),
    int('product_id'),
    int('website_id'),
    int('customer_group_id', NULL),
    decimal('qty', 12, 4),
    decimal('value', 15, 6),
    int('customer_group_id_key'),
  ],
  [unique('product_tier_price_key', 'product_id', 'website_id', 'customer_group_id_key', 'qty')],
  [
    refers('product_id', 'product', 'cascade'),
    refers('website_id', 'website', 'restrict'),
    refers('customer_group_id', 'customer_group', 'restrict'),
  ],
);
