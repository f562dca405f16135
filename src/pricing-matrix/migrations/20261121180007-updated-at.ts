import { addUpdatedAtIndex, type Migration } from '../../../libs/database/index.js';

export const MATRIX_UPDATED_AT: readonly Migration[] = [
  addUpdatedAtIndex('20261121180007-matrix-updated-at', 'matrix'),
  addUpdatedAtIndex('20261121180008-matrix-condition-updated-at', 'matrix_condition'),
  addUpdatedAtIndex('20261121180009-matrix-customer-updated-at', 'matrix_customer'),
];
