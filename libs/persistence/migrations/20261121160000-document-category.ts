import { creates } from '../migration.js';
import { id, table, unique, varchar } from '../tables/shape.js';

/** Categories of documents. */
export const documentCategory = creates(
  '20261121160000-document-category',
  table('document_category', [id(), varchar('name', 255)], [unique('document_category_name', 'name')]),
);
