import { addIndex, index, type Migration } from '../../../libs/database/index.js';

/**
 * Small indexes for visibility and existence of a file. The rows themselves, hundreds per customer among a million, do
 * not stay in the database's memory.
 */
export const DOCUMENT_SEEN: readonly Migration[] = [
  addIndex(
    '20261121190000-document-seen',
    'document',
    index('document_seen', 'id', 'website_id', 'is_external', 'valid_from', 'valid_to'),
  ),
  addIndex(
    '20261121190100-customer-document-file-there',
    'customer_document_file',
    index('customer_document_file_there', 'document_id'),
  ),
];
