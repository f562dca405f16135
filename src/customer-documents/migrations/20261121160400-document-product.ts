import { createTable, id, index, int, refers, unique } from '../../../libs/database/index.js';

export const CREATE_DOCUMENT_PRODUCT = createTable(
  '20261121160400-document-product',
  'document_product',
  [id(), int('document_id'), int('product_id'), int('store_id'), int('position')],
  [
    unique('document_product_key', 'product_id', 'document_id', 'store_id'),
    index('document_product_position', 'position'),
  ],
  [
    refers('document_id', 'document', 'cascade'),
    refers('product_id', 'product', 'cascade'),
    refers('store_id', 'store', 'restrict'),
  ],
);
