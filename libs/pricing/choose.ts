import { compareDecimals } from '../kernel/index.js';
import type { PriceCode, Reason } from './codes.js';
import { isUsable, type Judgement, type PriceRow, refusedFor, type Usable, type Verdict } from './row.js';

/** One rule for the order of usable rows: negative if the first one wins; and the reason for the loser. */
export interface Rule<R extends PriceRow = PriceRow> {
  readonly compare: (one: Usable<R>, other: Usable<R>) => number;
  readonly reason: Reason;
}

const order = <R extends PriceRow>(rules: readonly Rule<R>[], one: Usable<R>, other: Usable<R>): number => {
  for (const { compare } of rules) {
    const sign = compare(one, other);
    if (sign !== 0) return sign;
  }
  return 0;
};

/** Of the rules that set the loser behind the best one, the first. */
const reasonOf = <R extends PriceRow>(rules: readonly Rule<R>[], best: Usable<R>, loser: Usable<R>): Reason =>
  rules.find(({ compare }) => compare(best, loser) !== 0)?.reason ?? 'tie_in_source';

/** A choice among several usable rows; the reasons for the losers are computed on demand. */
class Choice<R extends PriceRow> implements Judgement {
  private reasoned: readonly Verdict<R>[] | undefined;

  constructor(
    readonly code: PriceCode,
    readonly taken: Usable<R>,
    readonly judged: readonly Verdict<R>[],
    private readonly rules: readonly Rule<R>[],
  ) {}

  get verdicts(): readonly Verdict<R>[] {
    this.reasoned ??= this.judged.map((verdict) =>
      verdict === this.taken || !isUsable(verdict)
        ? verdict
        : refusedFor(verdict, reasonOf(this.rules, this.taken, verdict)),
    );
    return this.reasoned;
  }
}

/**
 * Takes the best usable row by rules of falling weight; every other usable one is refused with the reason of the first
 * rule that sets it behind the taken one.
 */
export const choose = <R extends PriceRow>(
  code: PriceCode,
  judged: readonly Verdict<R>[],
  rules: readonly Rule<R>[],
): Judgement => {
  let best: Usable<R> | undefined;
  let isAlone = true;
  for (const verdict of judged) {
    if (!isUsable(verdict)) continue;
    if (best) isAlone = false;
    if (!best || order(rules, verdict, best) < 0) best = verdict;
  }
  return best && !isAlone ? new Choice(code, best, judged, rules) : { code, taken: best, judged, verdicts: judged };
};

export const highestQty: Rule = {
  compare: (one, other) => compareDecimals(other.row.qty, one.row.qty),
  reason: 'lower_qty',
};
export const lowestPrice: Rule = {
  compare: (one, other) => compareDecimals(one.price, other.price),
  reason: 'dearer_in_source',
};
export const lowestId: Rule = { compare: (one, other) => one.row.id - other.row.id, reason: 'tie_in_source' };
export const highestId: Rule = { compare: (one, other) => other.row.id - one.row.id, reason: 'tie_in_source' };

/** The row of the website itself before one of all websites. */
export const specificWebsite: Rule = {
  compare: (one, other) => Number(other.row.websiteId !== 0) - Number(one.row.websiteId !== 0),
  reason: 'tie_in_source',
};

/** The latest from_date; an open start is the earliest. */
export const latestStart: Rule = {
  compare: (one, other) => {
    const [a, b] = [one.row.fromDate ?? '', other.row.fromDate ?? ''];
    return a === b ? 0 : a < b ? 1 : -1;
  },
  reason: 'tie_in_source',
};
