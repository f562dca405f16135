import type { PriceCode } from '../codes.js';
import type { Evaluation, PriceRow } from '../row.js';
import { belowCost, type ProductsOn } from './below-cost.js';
import { contenders } from './contenders.js';
import { type Finding, finding, type Named } from './finding.js';
import type { Pool } from './pool.js';
import type { LintContext, LintWebsite } from './price-checks.js';
import { unreachableRows } from './unreachable-row.js';
import type { Dated } from '../terms.js';

/** Anything with a period, on one website or on all. */
interface Lasting extends Named, Pick<Dated, 'toDate'> {
  readonly websiteId: number;
}

/** Whether the last day has passed on all websites where it applies. */
export const isExpired = (
  { toDate, websiteId }: Pick<Lasting, 'toDate' | 'websiteId'>,
  websites: readonly LintWebsite[],
): boolean =>
  toDate !== null &&
  websites.every(({ buyer, today }) => (websiteId !== 0 && buyer.websiteId !== websiteId) || toDate < today);

/** `expired`: the last day has passed. */
export const expired = (one: Lasting, websites: readonly LintWebsite[]): readonly Finding[] =>
  isExpired(one, websites)
    ? [finding('expired', 'notice', one, `The period of validity ended on ${one.toDate ?? ''}.`)]
    : [];

/** Rows of larger pools are not compared with each other, because the time grows quadratically. */
export const POOL_MAX = 2_000;

export const evaluationOf = (evaluations: readonly Evaluation[], code: PriceCode): Evaluation => {
  const found = evaluations.find((evaluation) => evaluation.code === code);
  if (!found) throw new Error(`a source that says nothing under ${code}`);
  return found;
};

/**
 * The findings of all rules for competing rows. An expired row is only reported as expired. `productsOn`: the products
 * whose costs are checked, if the rows apply to many products.
 */
export const lintPool = <R extends PriceRow>(
  pool: Pool<R>,
  { websites, wants }: LintContext,
  productsOn?: ProductsOn,
): readonly Finding[] => {
  const rows = pool.rows.filter((row) => !isExpired(row, websites));
  const living: Pool<R> = { ...pool, rows };
  const againstEachOther = rows.length <= POOL_MAX;
  const contending = againstEachOther && (wants('tie') || wants('overlapping_windows'));
  return [
    ...(rows.length === pool.rows.length ? [] : pool.rows.flatMap((row) => expired(row, websites))),
    ...(againstEachOther && wants('unreachable_row') ? unreachableRows(living, websites) : []),
    ...(contending ? contenders(living, websites) : []),
    ...(wants('below_cost') ? belowCost(living, websites, productsOn) : []),
  ];
};
