import { compareDecimals, Decimal, ONE } from '../../kernel/index.js';
import type { Buyer } from '../buyer.js';
import type { Reason } from '../codes.js';
import type { PriceRow } from '../row.js';
import type { Dated } from '../terms.js';
import { type Finding, finding } from './finding.js';
import { buyerOf, daysOf, evaluatedAt, periodsOf, websitesOf, type Pool } from './pool.js';
import type { LintWebsite } from './price-checks.js';

/** Reasons with which the row would be the price if it were alone. */
const BEATEN: ReadonlySet<Reason> = new Set(['lower_priority', 'lower_qty', 'dearer_in_source', 'tie_in_source']);

/** The reason why a row was not selected, and the winning rows. */
interface Passed {
  readonly reasons: Set<Reason>;
  readonly takers: Map<number, PriceRow>;
}

const sentenceOf = (row: PriceRow, { reasons, takers }: Passed): string => {
  if (takers.size > 0) return 'From today on, other rows always take precedence over this row.';
  if (reasons.has('zero_skipped')) return 'The price rounds to 0, and the settings skip prices of 0.';
  if (reasons.has('no_base')) return `The row is based on ${row.priceAttribute}, which is not set for its products.`;
  return 'From today on, the validity period of the row never overlaps that of its list, matrix or assignment.';
};

const LEAST = new Decimal('0.0001');

/**
 * The quantities with the fewest competing rows: the row's threshold, and the lowest quantity if a threshold of 1
 * means any quantity (pricing.md §2).
 */
const quantitiesOf = ({ qty }: PriceRow, { settings }: Buyer): readonly Decimal[] =>
  settings.qty1MeansAny === 1 && compareDecimals(qty, ONE) === 0 ? [qty, LEAST] : [qty];

/** Whether the row can be the price on any website, on any day from today. */
const isReachable = <R extends PriceRow>(
  pool: Pool<R>,
  row: R,
  websites: readonly LintWebsite[],
  periods: readonly Dated[],
  passed: Passed,
): boolean => {
  const { comparable } = pool;
  for (const website of websitesOf(row, websites)) {
    const buyer = buyerOf(pool, row, website);
    const rivals = comparable ? pool.rows.filter((other) => other === row || comparable(other, row, buyer)) : pool.rows;
    for (const day of daysOf(pool, row, website, periods))
      for (const qty of quantitiesOf(row, buyer)) {
        const { taken, verdicts } = evaluatedAt(pool, rivals, row, buyer, day, qty);
        if (taken?.row === row) return true;
        const reason = verdicts.find((verdict) => verdict.row === row)?.reason ?? undefined;
        if (reason === undefined) continue;
        passed.reasons.add(reason);
        if (taken?.row && BEATEN.has(reason)) passed.takers.set(taken.row.id, taken.row);
      }
  }
  return false;
};

/**
 * `unreachable_row`: a row that can never be the source's price again. Uses the source's own evaluation, so it
 * considers every reason: another row that always wins, a price of 0, a missing base amount.
 */
export const unreachableRows = <R extends PriceRow>(
  pool: Pool<R>,
  websites: readonly LintWebsite[],
): readonly Finding[] => {
  const periods = periodsOf(pool);
  return pool.rows.flatMap((row) => {
    const passed: Passed = { reasons: new Set(), takers: new Map() };
    if (isReachable(pool, row, websites, periods, passed)) return [];
    return finding('unreachable_row', 'warning', row, sentenceOf(row, passed), [...passed.takers.keys()]);
  });
};
