import { compareDecimals, type Day, type Decimal, ONE, periodHolds } from '../kernel/index.js';
import { accountOf, applied, skipsZero } from './apply.js';
import type { Bases, Buyer, Line } from './buyer.js';
import type { Reason } from './codes.js';
import type { Account, PriceRow, Refused, TermsInForce, Usable, Verdict } from './row.js';
import { meeting } from './terms.js';

// Classes instead of closures, because a price request evaluates up to a hundred thousand rows without explaining
// them.

class RefusedRow<R extends PriceRow> implements Refused<R> {
  constructor(
    readonly row: R,
    readonly reason: Reason,
    private readonly bases: Bases,
    private readonly frame: Frame,
  ) {}

  account(): Account {
    return accountOf(this.row, this.bases);
  }

  terms(): TermsInForce {
    return termsInForce(this.row, this.frame);
  }
}

class UsableRow<R extends PriceRow> implements Usable<R> {
  readonly reason = null;

  constructor(
    readonly row: R,
    readonly price: Decimal,
    private readonly bases: Bases,
    private readonly frame: Frame,
  ) {}

  account(): Account {
    return accountOf(this.row, this.bases);
  }

  terms(): TermsInForce {
    return termsInForce(this.row, this.frame);
  }
}

/** Conditions that a row's list, header or category adds to its own. All of them must be met. */
export interface Frame {
  readonly active?: boolean;
  readonly websiteId?: number;
  readonly currency?: string | null;
  readonly fromDate?: Day | null;
  readonly toDate?: Day | null;
  readonly conditionsMet?: boolean;
  readonly priority?: number;
}

const termsInForce = (row: PriceRow, frame: Frame): TermsInForce => {
  const { from, to } = meeting(
    { from: row.fromDate, to: row.toDate },
    { from: frame.fromDate ?? null, to: frame.toDate ?? null },
  );
  return {
    currency: row.currency ?? frame.currency ?? null,
    fromDate: from,
    toDate: to,
    priority: frame.priority ?? row.priority ?? null,
  };
};

const OPEN: Frame = {};

const isElsewhere = (websiteId: number | undefined, buyer: Buyer): boolean =>
  websiteId !== undefined && websiteId !== 0 && websiteId !== buyer.websiteId;

const inDate = (from: Day | null | undefined, to: Day | null | undefined, day: Day): boolean =>
  periodHolds({ from: from ?? null, to: to ?? null }, day);

/** The first condition of a row or its frame that is not met, in the order of `REASONS` (pricing.md §4, explain). */
const unmetTerm = (row: PriceRow, frame: Frame, line: Line, buyer: Buyer): Reason | undefined => {
  if (frame.active === false) return 'inactive';
  if (isElsewhere(row.websiteId, buyer) || isElsewhere(frame.websiteId, buyer)) return 'other_website';
  // The row's currency, or its list's, or the website's base currency. Amounts are never converted.
  if ((row.currency ?? frame.currency ?? buyer.baseCurrency) !== buyer.currency) return 'other_currency';
  if (!inDate(row.fromDate, row.toDate, line.day) || !inDate(frame.fromDate, frame.toDate, line.day))
    return 'out_of_date';
  return compareDecimals(row.qty, line.qty) > 0 ? 'below_qty' : undefined;
};

/** Why a row that meets all conditions has no price. */
const unmetPrice = (price: Decimal | undefined, frame: Frame, buyer: Buyer): Reason | undefined => {
  if (price === undefined) return 'no_base';
  if (skipsZero(price, buyer)) return 'zero_skipped';
  return frame.conditionsMet === false ? 'conditions_unmet' : undefined;
};

/** Evaluates one row alone: usable with a price, or the first reason against it (pricing.md §2, §4). */
export const evaluateRow = <R extends PriceRow>(
  row: R,
  line: Line,
  buyer: Buyer,
  bases: Bases,
  frame: Frame = OPEN,
): Verdict<R> => {
  const term = unmetTerm(row, frame, line, buyer);
  if (term !== undefined) return new RefusedRow(row, term, bases, frame);
  const price = applied(row, bases);
  const lack = unmetPrice(price, frame, buyer);
  return price === undefined || lack !== undefined
    ? new RefusedRow(row, lack ?? 'no_base', bases, frame)
    : new UsableRow(row, price, bases, frame);
};

/** How the rows of a source are grouped. */
interface Belonging<R extends PriceRow> {
  readonly frameOf?: (row: R) => Frame;
  /**
   * What a row's quantity threshold belongs to: its list, or its category and buyer. Default: all rows share one
   * owner.
   */
  readonly ownerOf?: (row: R) => unknown;
}

/** Whether a threshold of 1 may also apply to this quantity, which is below it (pricing.md §2). */
const takesAny = ({ qty }: Line, { settings }: Buyer): boolean =>
  settings.qty1MeansAny === 1 && compareDecimals(qty, ONE) < 0;

/**
 * Evaluates the rows of a source. A threshold of 1 also applies to quantities below 1, unless its owner has a usable
 * row with a lower threshold (pricing.md §2).
 */
export const evaluateRows = <R extends PriceRow>(
  rows: readonly R[],
  line: Line,
  buyer: Buyer,
  bases: Bases,
  { frameOf, ownerOf }: Belonging<R> = {},
): readonly Verdict<R>[] => {
  const evaluated = (row: R, at: Line): Verdict<R> => evaluateRow(row, at, buyer, bases, frameOf?.(row));
  if (!takesAny(line, buyer)) return rows.map((row) => evaluated(row, line));
  const atOne = rows.map((row) => evaluated(row, { ...line, qty: ONE }));
  const meanOne = new Set(
    atOne.flatMap(({ row, reason }) => (reason === null && compareDecimals(row.qty, ONE) < 0 ? [ownerOf?.(row)] : [])),
  );
  return atOne.map((verdict) => {
    const { row } = verdict;
    const isAny = compareDecimals(row.qty, ONE) === 0 && !meanOne.has(ownerOf?.(row));
    return isAny ? verdict : evaluated(row, line);
  });
};
