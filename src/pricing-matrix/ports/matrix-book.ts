import type { Assignment, MatrixShape } from '../domain/lint-matrices.js';

/** Iterates over all stored product-customer matrices. */
export abstract class MatrixBook {
  /** Yields every matrix once with its conditions, in batches by id. */
  abstract matrices(): AsyncIterable<readonly MatrixShape[]>;

  abstract byIds(ids: readonly number[]): Promise<readonly MatrixShape[]>;

  /** Yields every assignment once, in batches by id. */
  abstract assignments(): AsyncIterable<readonly Assignment[]>;

  abstract assignmentsOf(matrixIds: readonly number[]): Promise<readonly Assignment[]>;
}
