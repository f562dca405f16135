import { type MaybePromise, Counter } from '../kernel/index.js';
import type { Bases, Buyer, Line, PricedProduct } from './buyer.js';
import type { Evaluation } from './row.js';
import type { Dated } from './terms.js';

/**
 * How much a load reads. `usable` may omit rows that never apply to this buyer, whatever the quantity and day (another
 * website or currency, inactive); `all` reads every row of the products that the buyer may see (explain).
 */
export type LoadDepth = 'usable' | 'all';

/** Which buyers of one group and website have the same rows of a source, and so share cached prices. */
export interface Reach {
  /** Buyers with equal keys have equal rows for every product without personal rows. */
  readonly key: string;
  /** IDs of the products with personal rows, which only this customer has; undefined if only loaded rows show it. */
  readonly personal: Iterable<number> | undefined;
}

export const SAME_FOR_GROUP: Reach = { key: '', personal: [] };
export const ONLY_ROWS_SHOW: Reach = { key: '', personal: undefined };

/** The rows of a source for one product, in the source's own format. */
export type SourceRows = unknown;

/**
 * A kind of stored price (pricing.md §2). `load` reads rows; `evaluate` is pure. Quote, tiers, explain, timeline,
 * simulation and replay all call `evaluate`, so none has its own version of the rules.
 */
export abstract class PriceSource<Rows = SourceRows> {
  /**
   * The rows for this buyer by product id; products without rows may be absent. Uses one query for all products,
   * inside the caller's snapshot.
   */
  abstract load(
    buyer: Buyer,
    products: readonly PricedProduct[],
    depth: LoadDepth,
  ): MaybePromise<ReadonlyMap<number, Rows>>;

  /** Calculated inside the caller's snapshot. By default, no customers share prices. */
  reach(_buyer: Buyer): MaybePromise<Reach> {
    return ONLY_ROWS_SHOW;
  }

  /** Whether loaded rows include a personal one. */
  isPersonal(_rows: Rows | undefined): boolean {
    return true;
  }

  /**
   * Returns one evaluation per code of the module. Pure: the same rows, line and buyer give the same result for every
   * customer, and all quantities between two thresholds of the rows give the same result. Must not change the rows.
   */
  abstract evaluate(rows: Rows | undefined, line: Line, buyer: Buyer, bases: Bases): readonly Evaluation[];

  /**
   * All periods of these rows, including those of their lists, headers and assignments. Between two ends of periods,
   * `evaluate` returns the same for every day, so a timeline evaluates once per period instead of once per day.
   */
  abstract periods(rows: Rows | undefined): readonly Dated[];
}

/** The price sources of the installed modules. */
export class PriceSources {
  /** `names`: the module of each source, for traces. */
  constructor(
    readonly all: readonly PriceSource[],
    private readonly names: readonly string[],
  ) {}

  nameOf(source: PriceSource): string {
    return this.names[this.all.indexOf(source)] ?? 'unnamed';
  }
}

/** Each source counts the rows that it reads from the database, excluding cached ones. */
export const PRICE_ROWS_LOADED = new Counter({
  name: 'kontor_price_rows_loaded_total',
  help: 'Rows that price sources read from the database, by price source',
  labels: ['source'],
});
