import type { Assignment, MatrixShape } from '../domain/lint-matrices.js';

/** All stored product-customer matrices, to be gone through from end to end. */
export abstract class MatrixBook {
  /** Every matrix once with its conditions, in batches by id. */
  abstract matrices(): AsyncIterable<readonly MatrixShape[]>;

  abstract byIds(ids: readonly number[]): Promise<readonly MatrixShape[]>;

  /** Every assignment of a customer to a matrix once, in batches by id. */
  abstract assignments(): AsyncIterable<readonly Assignment[]>;

  abstract assignmentsOf(matrixIds: readonly number[]): Promise<readonly Assignment[]>;
}
