import { indexes, type Migration } from '../migration.js';
import { index } from '../tables/shape.js';

/**
 * Who sees a document, and whether it has a file, out of small indexes: the rows themselves, hundreds for each customer
 * and spread over a million, don't stay in a server's memory.
 */
export const documentSeen: readonly Migration[] = [
  indexes(
    '20261121190000-document-seen',
    'document',
    index('document_seen', 'id', 'website_id', 'is_external', 'valid_from', 'valid_to'),
  ),
  indexes(
    '20261121190100-customer-document-file-there',
    'customer_document_file',
    index('customer_document_file_there', 'document_id'),
  ),
];
