import { createTable, id, int, refers, unique } from '../../../libs/database/index.js';

export const CREATE_DOCUMENT_CUSTOMER_GROUP = createTable(
  '20261121160300-document-customer-group',
  'document_customer_group',
  [id(), int('document_id'), int('customer_group_id')],
  [unique('document_customer_group_pair', 'customer_group_id', 'document_id')],
  [refers('document_id', 'document', 'cascade'), refers('customer_group_id', 'customer_group', 'restrict')],
);
