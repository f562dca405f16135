import { createTable, id, int, NULL, refers, unique, varchar } from '../../../libs/database/index.js';

/** Orders, invoices, shipments and credit memos; they stay when their customer goes (commerce.md). */
export const CREATE_SALES_ENTITY = createTable(
  '20261121121200-sales-entity',
  'sales_entity',
  [id(), varchar('entity_type', 255), int('entity_id'), varchar('increment_id', 255, NULL), int('customer_id', NULL)],
  [unique('sales_entity_key', 'entity_type', 'entity_id')],
  [refers('customer_id', 'customer', 'clear')],
);
