import { createTable, instant, int, refers, varchar } from '../../../libs/database/index.js';

export const CREATE_CUSTOMER_DOCUMENT_FILE = createTable(
  '20261121160700-customer-document-file',
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
