import { type MaybePromise, whenThere } from '../../../libs/kernel/index.js';
import type { ProductFacts } from '../../../libs/pricing/index.js';
import type { ConditionRow } from '../domain/condition-index.js';
import type { ReachedMatrix } from '../domain/judge-matrices.js';
import { type Hits, hitsOfAll } from '../domain/match-matrices.js';

/** The stored product-customer matrices, to be read by quotes. */
export abstract class MatrixRows {
  /**
   * Of the matrices that the customer reaches the conditions that one of these products meets; others of the same
   * matrices may be among them. Its cost follows from what these products and this customer have in the database, not
   * from how many matrices there are.
   */
  abstract conditionsFor(customerId: number, products: readonly ProductFacts[]): MaybePromise<readonly ConditionRow[]>;

  /** What each product meets of the matrices that the customer reaches. */
  hitsOf(customerId: number, products: readonly ProductFacts[]): MaybePromise<Hits> {
    return whenThere(this.conditionsFor(customerId, products), (conditions) => hitsOfAll(products, conditions));
  }

  /** Of these matrices those that the customer reaches, whatever website, currency and date; of all, if none are given. */
  abstract reachedBy(customerId: number, matrixIds?: readonly number[]): MaybePromise<readonly ReachedMatrix[]>;
}
