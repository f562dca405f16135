import { type Day, type Decimal, sizeOf } from '../kernel/index.js';
import type { ApplicationType, PriceAttribute, PriceCode, Reason } from './codes.js';

/** A stored record with a price: the fields of block C that the rules use (pricing.md §1). */
export interface PriceRow {
  /** The wrapper name of the record's resource: `customerPrice`, `priceListProduct`, `productTierPrice`. */
  readonly recordType: string;
  readonly id: number;
  /** The id and name of its list or category. */
  readonly parentId: number | null;
  readonly name: string | null;
  /** 0 for all websites. */
  readonly websiteId: number;
  readonly qty: Decimal;
  readonly value: Decimal;
  readonly applicationType: ApplicationType;
  readonly priceAttribute: PriceAttribute;
  /** Null for the website's base currency. */
  readonly currency: string | null;
  readonly fromDate: Day | null;
  readonly toDate: Day | null;
  /** The record's own priority or that of its list; absent if the resource has none. */
  readonly priority?: number;
}

/** The combined conditions of a row and its list, matrix or assignment, for display. */
export interface TermsInForce {
  /** Null for the website's base currency. */
  readonly currency: string | null;
  /** The later start and the earlier end of both periods. */
  readonly fromDate: Day | null;
  readonly toDate: Day | null;
  readonly priority: number | null;
}

export const NO_TERMS: TermsInForce = { currency: null, fromDate: null, toDate: null, priority: null };

/** A price and its calculation, for display: `cost 20 * (1 + 10/100) = 22`. */
export interface Account {
  /** Not rounded; null if its base amount is missing. */
  readonly price: Decimal | null;
  readonly arithmetic: string | null;
}

/** A row that cannot be the price, with the first reason that applies. */
export interface Refused<R extends PriceRow | null = PriceRow | null> {
  readonly row: R;
  readonly reason: Reason;
  account(): Account;
  terms(): TermsInForce;
}

/** A row that can be the price as far as its own conditions are concerned. */
export interface Usable<R extends PriceRow | null = PriceRow | null> {
  /** Null for the product's own price and special price, which are not records. */
  readonly row: R;
  readonly reason: null;
  /** Not rounded. */
  readonly price: Decimal;
  account(): Account;
  terms(): TermsInForce;
}

/** The result of one row for one line. Details are computed only when they are read. */
export type Verdict<R extends PriceRow | null = PriceRow | null> = Usable<R> | Refused<R>;

export const isUsable = <R extends PriceRow | null>(verdict: Verdict<R>): verdict is Usable<R> =>
  verdict.reason === null;

export const refusedFor = <R extends PriceRow | null>(verdict: Verdict<R>, reason: Reason): Refused<R> => ({
  row: verdict.row,
  reason,
  account: () => verdict.account(),
  terms: () => verdict.terms(),
});

/** The result of a source for one line and one of its codes. */
export interface Evaluation {
  readonly code: PriceCode;
  /** The source's candidate; one of the verdicts. */
  readonly taken: Usable | undefined;
  /** Every evaluated row, including usable ones that were not selected. */
  readonly evaluated: readonly Verdict[];
  /** The verdicts on all rows; only the selected one is usable. */
  readonly verdicts: readonly Verdict[];
}

/** The frame belongs to the row's list or matrix, which many rows share. */
const SHARED: ReadonlySet<string> = new Set(['list', 'frame', 'recordType']);

/** Heap size in bytes of caching these rows. */
export const bytesOfRows = (rows: readonly PriceRow[]): number => sizeOf(rows, SHARED);
