import { addIndex, index, type Migration } from '../../../libs/database/index.js';

/**
 * Who sees a document, and whether it has a file, out of small indexes: the rows themselves, hundreds for each customer
 * and spread over a million, don't stay in a server's memory.
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
