import { type MaybePromise, Counter } from '../kernel/index.js';
import type { Bases, Buyer, Line, PricedProduct } from './buyer.js';
import type { Evaluation } from './row.js';
import type { Dated } from './terms.js';

/**
 * How much a load reads: `usable` may leave out rows that can't count for this buyer whatever the quantity and the day
 * (another website or currency, switched off); `all` reads every row of the products that the buyer reaches (explain).
 */
export type LoadDepth = 'usable' | 'all';

/** The rows of one source for one product, in the source's own form. */
export type SourceRows = unknown;

/**
 * A kind of stored price (pricing.md §2). `load` reads, and `evaluate` is pure. So quote, tiers, explain, timeline,
 * simulation and replay are loops over `evaluate`, and none has its own version of the rules.
 */
export abstract class PriceSource<Rows = SourceRows> {
  /**
   * The rows that apply to this buyer, by product id; products without rows may be absent. One query for all products,
   * inside the caller's snapshot.
   */
  abstract load(
    buyer: Buyer,
    products: readonly PricedProduct[],
    depth: LoadDepth,
  ): MaybePromise<ReadonlyMap<number, Rows>>;

  /**
   * One evaluation per code that the module declares. Pure: the same rows, line and buyer give the same answer, whoever
   * the customer is, and so do all quantities between two thresholds of the rows. Rows are never changed.
   */
  abstract evaluate(rows: Rows | undefined, line: Line, buyer: Buyer, bases: Bases): readonly Evaluation[];

  /**
   * All periods of these rows, including those of their lists, headers and assignments: between two ends of periods,
   * `evaluate` returns the same for every day. So a timeline evaluates once per period, not per day.
   */
  abstract periods(rows: Rows | undefined): readonly Dated[];
}

/** The price sources of the installed modules. */
export class PriceSources {
  /** `names`: the module of each source, for traces. */
  constructor(
    readonly all: readonly PriceSource[],
    private readonly names: readonly string[] = [],
  ) {}

  nameOf(source: PriceSource): string {
    return this.names[this.all.indexOf(source)] ?? 'unnamed';
  }
}

/** Each source counts the rows that it reads from the database, without cached ones. */
export const PRICE_ROWS_LOADED = new Counter({
  name: 'kontor_price_rows_loaded_total',
  help: 'Rows that price sources read from the database, by price source',
  labels: ['source'],
});
