import type { Day, Period } from '../../kernel/index.js';
import type { Evaluation, PriceRow } from '../row.js';
import { type Finding, finding } from './finding.js';
import { meeting } from '../terms.js';
import { buyerOf, evaluatedAt, websitesOf, type Pool, windowIn } from './pool.js';
import type { LintWebsite } from './price-checks.js';

/** Two rows with the same quantity threshold that apply on the same days on some website. */
interface Pair<R> {
  readonly earlier: R;
  readonly later: R;
  readonly days: Period;
  readonly day: Day;
  readonly position: LintWebsite;
}

interface Candidate<R> {
  readonly row: R;
  readonly window: Period;
}

const byQty = <R extends PriceRow>(pool: Pool<R>): readonly (readonly Candidate<R>[])[] => {
  const groups = new Map<string, Candidate<R>[]>();
  for (const row of pool.rows) {
    const key = row.qty.toFixed();
    const group = groups.get(key) ?? [];
    groups.set(key, group);
    group.push({ row, window: windowIn(pool, row) });
  }
  return [...groups.values()].filter((group) => group.length > 1);
};

/** Orders rows by start date, then id. */
const inTime = <R extends PriceRow>(one: Candidate<R>, other: Candidate<R>): number => {
  const [a, b] = [one.window.from ?? '', other.window.from ?? ''];
  return a === b ? one.row.id - other.row.id : a < b ? -1 : 1;
};

const currencyAt = <R extends PriceRow>(pool: Pool<R>, row: R, website: LintWebsite): string =>
  buyerOf(pool, row, website).currency;

/** Websites and first day from today on which both rows apply; undefined if there are none. */
const pairOf = <R extends PriceRow>(
  pool: Pool<R>,
  one: Candidate<R>,
  other: Candidate<R>,
  websites: readonly LintWebsite[],
): Pair<R> | undefined => {
  const shared = websitesOf(other.row, websitesOf(one.row, websites));
  for (const website of shared) {
    const days = meeting(one.window, other.window);
    const day = days.from === null || days.from < website.today ? website.today : days.from;
    if (days.to !== null && days.to < day) continue;
    if (currencyAt(pool, one.row, website) !== currencyAt(pool, other.row, website)) continue;
    return { earlier: one.row, later: other.row, days, day, position: website };
  }
  return undefined;
};

/** Maximum number of comparisons per row: each pair is evaluated twice. */
const PARTNERS_MAX = 100;

/** Each row with the earlier rows that it competes with, up to a limit. */
const pairsOf = <R extends PriceRow>(
  pool: Pool<R>,
  websites: readonly LintWebsite[],
): readonly (readonly Pair<R>[])[] =>
  byQty(pool).flatMap((group) => {
    const sorted = group.toSorted(inTime);
    return sorted.map((later, website) => {
      const found: Pair<R>[] = [];
      for (let at = 0; at < website && found.length < PARTNERS_MAX; at += 1) {
        const earlier = sorted[at];
        const pair = earlier && pairOf(pool, earlier, later, websites);
        if (pair) found.push(pair);
      }
      return found;
    });
  });

const evaluatedPair = <R extends PriceRow>(
  pool: Pool<R>,
  rows: readonly [R, R],
  { position: website, day }: Pair<R>,
): Evaluation => evaluatedAt(pool, rows, rows[0], buyerOf(pool, rows[0], website), day);

/**
 * Whether only the ids decide between two rows, so that exchanging the ids would select the other one. Undefined if
 * not; otherwise whether the prices differ.
 */
const tieOf = <R extends PriceRow>(pool: Pool<R>, pair: Pair<R>): { readonly pricesDiffer: boolean } | undefined => {
  const { earlier, later } = pair;
  const { comparable } = pool;
  const { buyer } = pair.position;
  if (comparable && !(comparable(earlier, later, buyer) && comparable(later, earlier, buyer))) return undefined;
  const evaluation = evaluatedPair(pool, [earlier, later], pair);
  const exchanged: [R, R] = [
    { ...earlier, id: later.id },
    { ...later, id: earlier.id },
  ];
  const [first, second] = [evaluation.taken, evaluatedPair(pool, exchanged, pair).taken];
  if (!first || !second || (first.row === earlier) === (second.row === exchanged[0])) return undefined;
  const [one, other] = evaluation.verdicts.map((verdict) => verdict.account().price);
  return { pricesDiffer: !one || !other || !one.eq(other) };
};

const ofDays = ({ from, to }: Period): string =>
  from === null
    ? to === null
      ? 'on all days'
      : `until ${to}`
    : to === null
      ? `from ${from}`
      : `from ${from} to ${to}`;

/** Whether a row is a temporary price, because its period is within the period of another row. */
const isInside = (inner: Period, outer: Period): boolean =>
  inner.from !== null &&
  inner.to !== null &&
  (outer.from === null || outer.from <= inner.from) &&
  (outer.to === null || outer.to >= inner.to);

const isForTheSame = <R extends PriceRow>(pool: Pool<R>, { earlier, later }: Pair<R>): boolean =>
  earlier.websiteId === later.websiteId && pool.rankOf?.(earlier) === pool.rankOf?.(later);

const tieFinding = <R extends PriceRow>(pairs: readonly Pair<R>[], pricesDiffer: boolean): readonly Finding[] => {
  const [first] = pairs;
  if (!first) return [];
  const why = pricesDiffer ? 'Their prices differ.' : 'Their prices are equal.';
  return [
    finding(
      'tie',
      pricesDiffer ? 'warning' : 'notice',
      first.later,
      `This row and another row have equal precedence ${ofDays(first.days)}, so only the ID decides which row applies. ${why}`,
      pairs.map(({ earlier }) => earlier.id),
    ),
  ];
};

const overlapFinding = <R extends PriceRow>(pool: Pool<R>, pairs: readonly Pair<R>[]): readonly Finding[] => {
  const [first] = pairs;
  if (!first) return [];
  const passing = pairs.every(({ earlier, later }) => {
    const [one, other] = [windowIn(pool, earlier), windowIn(pool, later)];
    return isInside(one, other) || isInside(other, one);
  });
  return [
    finding(
      'overlapping_windows',
      passing ? 'notice' : 'warning',
      first.later,
      `This row and another row for the same quantity are both valid ${ofDays(first.days)}.`,
      pairs.map(({ earlier }) => earlier.id),
    ),
  ];
};

/**
 * `tie` and `overlapping_windows`: rows with the same quantity that are valid on the same days. Reported for the row
 * that starts later (then the one with the higher id). Ties are not also reported as overlapping.
 */
export const contenders = <R extends PriceRow>(pool: Pool<R>, websites: readonly LintWebsite[]): readonly Finding[] =>
  pairsOf(pool, websites).flatMap((pairs) => {
    const ties = pairs.map((pair) => ({ pair, tie: tieOf(pool, pair) }));
    const of = (pricesDiffer: boolean) =>
      ties.flatMap(({ pair, tie }) => (tie?.pricesDiffer === pricesDiffer ? [pair] : []));
    const overlapping = ties.flatMap(({ pair, tie }) => (!tie && isForTheSame(pool, pair) ? [pair] : []));
    return [...tieFinding(of(true), true), ...tieFinding(of(false), false), ...overlapFinding(pool, overlapping)];
  });
