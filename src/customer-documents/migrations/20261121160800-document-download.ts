import { createTable, id, index, instant, int, NULL, varchar } from '../../../libs/database/index.js';

/** Entries outlive documents and customers (documents.md, "The log of downloads"). */
export const CREATE_DOCUMENT_DOWNLOAD = createTable(
  '20261121160800-document-download',
  'document_download',
  [id(), int('document_id'), int('customer_id', NULL), varchar('via', 8), int('bytes'), instant('at')],
  [
    index('document_download_document', 'document_id'),
    index('document_download_customer', 'customer_id'),
    index('document_download_at', 'at'),
  ],
);
