import { createTable, day, id, int, NULL, refers, tracked, unique } from '../../../libs/database/index.js';

export const CREATE_MATRIX_CUSTOMER = createTable(
  '20261121140400-matrix-customer',
  'matrix_customer',
  [id(), int('matrix_id'), int('customer_id'), day('from_date', NULL), day('to_date', NULL), ...tracked()],
  [unique('matrix_customer_pair', 'customer_id', 'matrix_id'), unique('matrix_customer_external_id', 'external_id')],
  [refers('matrix_id', 'matrix', 'cascade'), refers('customer_id', 'customer', 'cascade')],
);
