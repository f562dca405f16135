import { CreateTable, id, table, unique, varchar } from '../../../libs/database/index.js';

/** Categories of documents. */
export class CreateDocumentCategory extends CreateTable {
  readonly name = '20261121160000-document-category';
  readonly shape = table('document_category', [id(), varchar('name', 255)], [unique('document_category_name', 'name')]);
}
