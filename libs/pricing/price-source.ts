import type { MaybePromise } from '../kernel/index.js';
import type { Bases, Buyer, Line, PricedProduct } from './buyer.js';
import type { Evaluation } from './row.js';
import type { Dated } from './terms.js';

/**
 * How much a load reads: `usable` may leave out rows that can't count for this buyer whatever the quantity and the day
 * (another website or currency, switched off); `all` reads every row of the products that the buyer reaches (explain).
 */
export type LoadDepth = 'usable' | 'all';

/** The rows of one source for one product, as that source keeps them. */
export type SourceRows = unknown;

/**
 * A kind of stored price (pricing.md §2). Loading reads, evaluating decides: `evaluate` is pure, so quote, tiers, explain,
 * timeline, simulation and replay are loops over it and none has an account of the rules of its own.
 */
export abstract class PriceSource<Rows = SourceRows> {
  /**
   * The rows that this buyer reaches for these products, by product id; a product without any may be absent. One query
   * of its own for all products, inside the caller's snapshot.
   */
  abstract load(
    buyer: Buyer,
    products: readonly PricedProduct[],
    depth: LoadDepth,
  ): MaybePromise<ReadonlyMap<number, Rows>>;

  /** One evaluation per code that the module declares. Pure: the same rows, line and buyer give the same answer. */
  abstract evaluate(rows: Rows | undefined, line: Line, buyer: Buyer, bases: Bases): readonly Evaluation[];

  /**
   * All periods of these rows, including those of their lists, headers and assignments: between two ends of periods,
   * `evaluate` returns the same for every day. So a timeline evaluates once per period, not per day.
   */
  abstract periods(rows: Rows | undefined): readonly Dated[];
}

/** The price sources that are installed: a room that isn't installed isn't asked. */
export class PriceSources {
  /** `names`: which room brings each, as traces call it. */
  constructor(
    readonly all: readonly PriceSource[],
    private readonly names: readonly string[] = [],
  ) {}

  nameOf(source: PriceSource): string {
    return this.names[this.all.indexOf(source)] ?? 'unnamed';
  }
}
