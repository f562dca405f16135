import { AddIndex, index } from '../../../libs/database/index.js';

/** Who asks what has changed since (`updated_at`, pricing.md §1) mustn't walk through millions of rows. */
export class AddMatrixUpdatedAt extends AddIndex {
  readonly name = '20261121180007-matrix-updated-at';
  readonly table = 'matrix';
  readonly index = index('matrix_updated_at', 'updated_at');
}

export class AddMatrixConditionUpdatedAt extends AddIndex {
  readonly name = '20261121180008-matrix-condition-updated-at';
  readonly table = 'matrix_condition';
  readonly index = index('matrix_condition_updated_at', 'updated_at');
}

export class AddMatrixCustomerUpdatedAt extends AddIndex {
  readonly name = '20261121180009-matrix-customer-updated-at';
  readonly table = 'matrix_customer';
  readonly index = index('matrix_customer_updated_at', 'updated_at');
}
