import { creates } from '../migration.js';
import { instant, int, refers, table, varchar } from '../tables/shape.js';

/** The file of a document: its name there, and which bytes it has. */
export const customerDocumentFile = creates(
  '20261121160700-customer-document-file',
  table(
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
  ),
);
