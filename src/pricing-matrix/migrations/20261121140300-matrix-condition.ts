import { createTable, id, index, int, refers, tracked, unique, varchar } from '../../../libs/database/index.js';

/** The index of values leads from a product to the matrices with matching conditions (pricing.md §2). */
export const CREATE_MATRIX_CONDITION = createTable(
  '20261121140300-matrix-condition',
  'matrix_condition',
  [id(), int('matrix_id'), varchar('attribute_code', 255), varchar('attribute_value', 255), ...tracked()],
  [
    unique('matrix_condition_key', 'matrix_id', 'attribute_code', 'attribute_value'),
    unique('matrix_condition_external_id', 'external_id'),
    index('matrix_condition_value', 'attribute_code', 'attribute_value', 'matrix_id'),
  ],
  [refers('matrix_id', 'matrix', 'cascade')],
);
