import { addDays, type Day, type Decimal, type Period } from '../../kernel/index.js';
import { basesOf } from '../apply.js';
import type { Bases, Buyer, Line, PricedProduct } from '../buyer.js';
import type { Frame } from '../evaluate.js';
import type { Evaluation, PriceRow } from '../row.js';
import { changeDays, type Dated, meeting } from '../terms.js';
import type { LintWebsite } from './price-checks.js';

/** Competing rows of one source: for the same product, category or matrix and the same buyers. */
export interface Pool<R extends PriceRow = PriceRow> {
  readonly rows: readonly R[];
  /** The product on a website; a representative one if the rows apply to many. */
  productOn(websiteId: number): PricedProduct;
  /** Evaluates some of the rows with the source's own rules. */
  evaluate(rows: readonly R[], line: Line, buyer: Buyer, bases: Bases): Evaluation;
  /** Conditions that a row's list or assignment adds to its own. */
  frameOf?(row: R): Frame;
  /** Compared before the quantity: rows with different ranks are meant to override each other. */
  rankOf?(row: R): number;
  /**
   * Whether the first row ranks before or after the second one for all products. Present if the pool is not for a
   * single product.
   */
  comparable?(one: R, other: R, buyer: Buyer): boolean;
}

const OPEN: Frame = {};

const frameIn = <R extends PriceRow>(pool: Pool<R>, row: R): Frame => pool.frameOf?.(row) ?? OPEN;

/**
 * Days on which a row can apply: its own period within that of its frame. The ends are reversed if these do not
 * overlap.
 */
export const windowIn = <R extends PriceRow>(pool: Pool<R>, row: R): Period => {
  const { fromDate = null, toDate = null } = frameIn(pool, row);
  return meeting({ from: row.fromDate, to: row.toDate }, { from: fromDate, to: toDate });
};

/** The websites on which a row can apply. */
export const websitesOf = ({ websiteId }: PriceRow, websites: readonly LintWebsite[]): readonly LintWebsite[] =>
  websiteId === 0 ? websites : websites.filter(({ buyer }) => buyer.websiteId === websiteId);

/** A buyer with the row's currency. */
export const buyerOf = <R extends PriceRow>(pool: Pool<R>, row: R, { buyer }: LintWebsite): Buyer => ({
  ...buyer,
  currency: row.currency ?? frameIn(pool, row).currency ?? buyer.baseCurrency,
});

export const periodsOf = <R extends PriceRow>(pool: Pool<R>): readonly Dated[] =>
  pool.rows.map((row) => {
    const { from, to } = windowIn(pool, row);
    return { fromDate: from, toDate: to };
  });

/** Every day from today on which the result can change while this row applies; empty if it never applies. */
export const daysOf = <R extends PriceRow>(
  pool: Pool<R>,
  row: R,
  website: LintWebsite,
  ofPool: readonly Dated[],
): readonly Day[] => {
  const { from, to } = meeting(windowIn(pool, row), { from: website.today, to: null });
  const start = from ?? website.today;
  if (to !== null && to < start) return [];
  const { specialFrom, specialTo } = pool.productOn(website.buyer.websiteId);
  const periods = [{ fromDate: specialFrom, toDate: specialTo }, ...ofPool];
  return changeDays(periods, { from: start, to: to ?? lastDayOf(periods, start) });
};

const LAST_DAY = '9999-12-31';

/** After the last date, nothing changes. */
const lastDayOf = (periods: readonly Dated[], start: Day): Day => {
  let last = start;
  for (const { fromDate, toDate } of periods)
    for (const day of [fromDate, toDate]) if (day !== null && day > last) last = day;
  return last < LAST_DAY ? addDays(last, 1) : last;
};

/** The evaluation of these rows on a day, at a quantity; default: the threshold of `row`. */
export const evaluatedAt = <R extends PriceRow>(
  pool: Pool<R>,
  rows: readonly R[],
  row: R,
  buyer: Buyer,
  day: Day,
  qty: Decimal = row.qty,
): Evaluation => {
  const line: Line = { product: pool.productOn(buyer.websiteId), qty, day };
  return pool.evaluate(rows, line, buyer, basesOf(line.product, buyer, day));
};
