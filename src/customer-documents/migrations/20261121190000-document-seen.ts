import { AddIndex, index } from '../../../libs/database/index.js';

/**
 * Who sees a document, and whether it has a file, out of small indexes: the rows themselves, hundreds for each customer
 * and spread over a million, don't stay in a server's memory.
 */
export class AddDocumentSeen extends AddIndex {
  readonly name = '20261121190000-document-seen';
  readonly table = 'document';
  readonly index = index('document_seen', 'id', 'website_id', 'is_external', 'valid_from', 'valid_to');
}

export class AddCustomerDocumentFileThere extends AddIndex {
  readonly name = '20261121190100-customer-document-file-there';
  readonly table = 'customer_document_file';
  readonly index = index('customer_document_file_there', 'document_id');
}
