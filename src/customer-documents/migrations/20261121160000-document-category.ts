import { createTable, id, unique, varchar } from '../../../libs/database/index.js';

export const CREATE_DOCUMENT_CATEGORY = createTable(
  '20261121160000-document-category',
  'document_category',
  [id(), varchar('name', 255)],
  [unique('document_category_name', 'name')],
);
