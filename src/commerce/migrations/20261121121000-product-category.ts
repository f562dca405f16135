import { createTable, id, int, refers, unique } from '../../../libs/database/index.js';

/** Which categories a product is directly in (commerce.md, category_ids). */
export const CREATE_PRODUCT_CATEGORY = createTable(
  '20261121121000-product-category',
  'product_category',
  [id(), int('product_id'), int('category_id')],
  [unique('product_category_pair', 'product_id', 'category_id')],
  [refers('product_id', 'product', 'cascade'), refers('category_id', 'category', 'restrict')],
);
