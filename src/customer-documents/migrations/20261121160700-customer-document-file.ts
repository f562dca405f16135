import { CreateTable, instant, int, refers, table, varchar } from '../../../libs/database/index.js';

/** The file of a document: its name there, and which bytes it has. */
export class CreateCustomerDocumentFile extends CreateTable {
  readonly name = '20261121160700-customer-document-file';
  readonly shape = table(
    'customer_document_file',
    [
      int('document_id', { primary: true }),
      int('blob_id'),
      varchar('name', 255),
      varchar('mime_type', 127),
      instant('updated_at'),
    ],
    [],
    [refers('document_id', 'document', 'cascade'), refers('blob_id', 'document_blob', 'restrict')],
  );
}
