import { createTable, id, int, refers, unique } from '../../../libs/database/index.js';

export const CREATE_DOCUMENT_LINK = createTable(
  '20261121160500-document-link',
  'document_link',
  [id(), int('customer_document_id'), int('sales_entity_id')],
  [unique('document_link_pair', 'sales_entity_id', 'customer_document_id')],
  [refers('customer_document_id', 'document', 'cascade'), refers('sales_entity_id', 'sales_entity', 'cascade')],
);
