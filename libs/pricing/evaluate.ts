import { compareDecimals, type Day, type Decimal, periodHolds } from '../kernel/index.js';
import { accountOf, applied, skipsZero } from './apply.js';
import type { Bases, Buyer, Line } from './buyer.js';
import type { Reason } from './codes.js';
import type { Account, PriceRow, Refused, Usable, Verdict } from './row.js';

// Classes instead of closures: a price request evaluates up to a hundred thousand rows without explaining them.

class RefusedRow<R extends PriceRow> implements Refused<R> {
  constructor(
    readonly row: R,
    readonly reason: Reason,
    private readonly bases: Bases,
  ) {}

  account(): Account {
    return accountOf(this.row, this.bases);
  }
}

class UsableRow<R extends PriceRow> implements Usable<R> {
  readonly reason = null;

  constructor(
    readonly row: R,
    readonly price: Decimal,
    private readonly bases: Bases,
  ) {}

  account(): Account {
    return accountOf(this.row, this.bases);
  }
}

/** What a row's list, header or category adds to its own terms: whichever of these is given must hold as well. */
export interface Frame {
  readonly active?: boolean;
  readonly websiteId?: number;
  readonly currency?: string | null;
  readonly fromDate?: Day | null;
  readonly toDate?: Day | null;
  readonly conditionsMet?: boolean;
}

const OPEN: Frame = {};

const isElsewhere = (websiteId: number | undefined, buyer: Buyer): boolean =>
  websiteId !== undefined && websiteId !== 0 && websiteId !== buyer.websiteId;

const inDate = (from: Day | null | undefined, to: Day | null | undefined, day: Day): boolean =>
  periodHolds({ from: from ?? null, to: to ?? null }, day);

/** What of a row's terms, or of its frame's, doesn't hold; in the order of the closed list (pricing.md §4, explain). */
const unmetTerm = (row: PriceRow, frame: Frame, line: Line, buyer: Buyer): Reason | undefined => {
  if (frame.active === false) return 'inactive';
  if (isElsewhere(row.websiteId, buyer) || isElsewhere(frame.websiteId, buyer)) return 'other_website';
  // The row's own currency, else its list's, else the website's base currency; nothing is converted.
  if ((row.currency ?? frame.currency ?? buyer.baseCurrency) !== buyer.currency) return 'other_currency';
  if (!inDate(row.fromDate, row.toDate, line.day) || !inDate(frame.fromDate, frame.toDate, line.day))
    return 'out_of_date';
  return compareDecimals(row.qty, line.qty) > 0 ? 'below_qty' : undefined;
};

/** What a row whose terms hold lacks to be the price. */
const unmetPrice = (price: Decimal | undefined, frame: Frame, buyer: Buyer): Reason | undefined => {
  if (price === undefined) return 'no_base';
  if (skipsZero(price, buyer)) return 'zero_skipped';
  return frame.conditionsMet === false ? 'conditions_unmet' : undefined;
};

/** Evaluates one row by itself: usable with a price, or the first reason against it (pricing.md §2, §4). */
export const evaluateRow = <R extends PriceRow>(
  row: R,
  line: Line,
  buyer: Buyer,
  bases: Bases,
  frame: Frame = OPEN,
): Verdict<R> => {
  const term = unmetTerm(row, frame, line, buyer);
  if (term !== undefined) return new RefusedRow(row, term, bases);
  const price = applied(row, bases);
  const lack = unmetPrice(price, frame, buyer);
  return price === undefined || lack !== undefined
    ? new RefusedRow(row, lack ?? 'no_base', bases)
    : new UsableRow(row, price, bases);
};
