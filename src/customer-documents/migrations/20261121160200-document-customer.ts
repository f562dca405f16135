import { CreateTable, id, int, refers, table, unique } from '../../../libs/database/index.js';

/** Which customers see which documents. */
export class CreateDocumentCustomer extends CreateTable {
  readonly name = '20261121160200-document-customer';
  readonly shape = table(
    'document_customer',
    [id(), int('document_id'), int('customer_id')],
    [unique('document_customer_pair', 'customer_id', 'document_id')],
    [refers('document_id', 'document', 'cascade'), refers('customer_id', 'customer', 'cascade')],
  );
}
