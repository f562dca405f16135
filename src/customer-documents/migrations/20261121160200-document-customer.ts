import { createTable, id, int, refers, unique } from '../../../libs/database/index.js';

export const CREATE_DOCUMENT_CUSTOMER = createTable(
  '20261121160200-document-customer',
  'document_customer',
  [id(), int('document_id'), int('customer_id')],
  [unique('document_customer_pair', 'customer_id', 'document_id')],
  [refers('document_id', 'document', 'cascade'), refers('customer_id', 'customer', 'cascade')],
);
