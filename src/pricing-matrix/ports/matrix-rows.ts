import { type MaybePromise, whenThere } from '../../../libs/kernel/index.js';
import type { PricedProduct } from '../../../libs/pricing/index.js';
import type { ConditionRow } from '../domain/condition-index.js';
import type { ReachedMatrix } from '../domain/evaluate-matrices.js';
import { type Hits, hitsOfAll } from '../domain/match-matrices.js';
import type { Assignment, MatrixShape } from '../domain/lint-matrices.js';

/** Loads stored product-customer matrices for quotes. */
export abstract class MatrixRows {
  /**
   * Conditions in the customer's matrices that at least one of these products matches. The result can include other
   * conditions of the same matrices. The cost depends on these products and this customer, not on the number of
   * matrices.
   */
  abstract conditionsFor(customerId: number, products: readonly PricedProduct[]): MaybePromise<readonly ConditionRow[]>;

  /** Whether the customer has matrices. */
  hasAny(customerId: number): MaybePromise<boolean> {
    return whenThere(this.customersWithRows(customerId, customerId), (ids) => ids.length > 0);
  }

  /** The customers from ID `first` to `last` who have matrices. */
  abstract customersWithRows(first: number, last: number): MaybePromise<readonly number[]>;

  /** The matching conditions of the customer's matrices, by product. */
  hitsOf(customerId: number, products: readonly PricedProduct[]): MaybePromise<Hits> {
    return whenThere(this.conditionsFor(customerId, products), (conditions) => hitsOfAll(products, conditions));
  }

  /** The customer's matrices for all websites, currencies and dates, limited to `matrixIds` if given. */
  abstract reachedBy(customerId: number, matrixIds?: readonly number[]): MaybePromise<readonly ReachedMatrix[]>;
}

/** Iterates over all stored product-customer matrices. */
export abstract class MatrixBook {
  /** Yields every matrix once, with its conditions, in batches ordered by ID. */
  abstract matrices(): AsyncIterable<readonly MatrixShape[]>;

  abstract byIds(ids: readonly number[]): Promise<readonly MatrixShape[]>;

  /** Yields every assignment once, in batches ordered by ID. */
  abstract assignments(): AsyncIterable<readonly Assignment[]>;

  abstract assignmentsOf(matrixIds: readonly number[]): Promise<readonly Assignment[]>;
}
