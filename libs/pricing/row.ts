import { type Day, type Decimal, sizeOf } from '../kernel/index.js';
import type { ApplicationType, PriceAttribute, PriceCode, Reason } from './codes.js';

/** A stored record that can carry a price: block C as the rules read it (pricing.md §1). */
export interface PriceRow {
  /** The wrapper name of the record's resource: `customerPrice`, `priceListProduct`, `productTierPrice`. */
  readonly recordType: string;
  readonly id: number;
  /** The list or category it belongs to, and that one's name. */
  readonly parentId: number | null;
  readonly name: string | null;
  /** 0 = all websites. */
  readonly websiteId: number;
  readonly qty: Decimal;
  readonly value: Decimal;
  readonly applicationType: ApplicationType;
  readonly priceAttribute: PriceAttribute;
  /** null = the website's base currency. */
  readonly currency: string | null;
  readonly fromDate: Day | null;
  readonly toDate: Day | null;
  /** Of the record, or in its list; absent where the resource has none. */
  readonly priority?: number;
}

/** The terms of a row together with those of its list, matrix or assignment, for people. */
export interface TermsInForce {
  /** null = the website's base currency. */
  readonly currency: string | null;
  /** The later start and the earlier end. */
  readonly fromDate: Day | null;
  readonly toDate: Day | null;
  readonly priority: number | null;
}

export const NO_TERMS: TermsInForce = { currency: null, fromDate: null, toDate: null, priority: null };

/** A price and how it came about, for people: `cost 20 * (1 + 10/100) = 22`. */
export interface Account {
  /** Unrounded; null without the base it works on. */
  readonly price: Decimal | null;
  readonly arithmetic: string | null;
}

/** A row that can't be the price, and the first reason that holds. */
export interface Refused<R extends PriceRow | null = PriceRow | null> {
  readonly row: R;
  readonly reason: Reason;
  account(): Account;
  terms(): TermsInForce;
}

/** A row that can be the price, as far as its own terms go. */
export interface Usable<R extends PriceRow | null = PriceRow | null> {
  /** null for the product's own price and special price, which are no records. */
  readonly row: R;
  readonly reason: null;
  /** Unrounded. */
  readonly price: Decimal;
  account(): Account;
  terms(): TermsInForce;
}

/** The result of one row for one line. Its details are computed only when they are read. */
export type Verdict<R extends PriceRow | null = PriceRow | null> = Usable<R> | Refused<R>;

export const isUsable = <R extends PriceRow | null>(verdict: Verdict<R>): verdict is Usable<R> =>
  verdict.reason === null;

/** The same row, passed over for this reason. */
export const refusedFor = <R extends PriceRow | null>(verdict: Verdict<R>, reason: Reason): Refused<R> => ({
  row: verdict.row,
  reason,
  account: () => verdict.account(),
  terms: () => verdict.terms(),
});

/** The evaluation of a line by a source under one of its codes. */
export interface Evaluation {
  readonly code: PriceCode;
  /** The candidate; one of the verdicts. */
  readonly taken: Usable | undefined;
  /** Every evaluated row: includes usable ones that were not selected. */
  readonly evaluated: readonly Verdict[];
  /** Every row that was looked at: none but the taken one is usable. */
  readonly verdicts: readonly Verdict[];
}

/** The frame of a row belongs to its list or matrix, which many rows share. */
const SHARED: ReadonlySet<string> = new Set(['list', 'frame', 'recordType']);

/** Bytes of heap that caching these rows takes. */
export const bytesOfRows = (rows: readonly PriceRow[]): number => sizeOf(rows, SHARED);
