import { compareDecimals } from '../kernel/index.js';
import type { PriceCode, Reason } from './codes.js';
import { isUsable, type Evaluation, type PriceRow, refusedFor, type Usable, type Verdict } from './row.js';

/** A comparison of usable rows, negative if the first one wins, and the reason why the other one loses. */
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

/** The reason of the first rule by which the row loses against the best one. */
const reasonOf = <R extends PriceRow>(rules: readonly Rule<R>[], best: Usable<R>, loser: Usable<R>): Reason =>
  rules.find(({ compare }) => compare(best, loser) !== 0)?.reason ?? 'tie_in_source';

/** The selection among several usable rows. Reasons for the losers are computed on demand. */
class Choice<R extends PriceRow> implements Evaluation {
  private reasoned: readonly Verdict<R>[] | undefined;

  constructor(
    readonly code: PriceCode,
    readonly taken: Usable<R>,
    readonly evaluated: readonly Verdict<R>[],
    private readonly rules: readonly Rule<R>[],
  ) {}

  get verdicts(): readonly Verdict<R>[] {
    this.reasoned ??= this.evaluated.map((verdict) =>
      verdict === this.taken || !isUsable(verdict)
        ? verdict
        : refusedFor(verdict, reasonOf(this.rules, this.taken, verdict)),
    );
    return this.reasoned;
  }
}

/**
 * Selects the best usable row by rules in order of precedence. All other usable rows are refused with the reason of
 * the first rule by which they lose.
 */
export const choose = <R extends PriceRow>(
  code: PriceCode,
  evaluated: readonly Verdict<R>[],
  rules: readonly Rule<R>[],
): Evaluation => {
  let best: Usable<R> | undefined;
  let isAlone = true;
  for (const verdict of evaluated) {
    if (!isUsable(verdict)) continue;
    if (best) isAlone = false;
    if (!best || order(rules, verdict, best) < 0) best = verdict;
  }
  return best && !isAlone
    ? new Choice(code, best, evaluated, rules)
    : { code, taken: best, evaluated, verdicts: evaluated };
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

/** A row for one website takes precedence over one for all websites. */
export const specificWebsite: Rule = {
  compare: (one, other) => Number(other.row.websiteId !== 0) - Number(one.row.websiteId !== 0),
  reason: 'tie_in_source',
};

/** The latest from_date wins; an open start counts as earliest. */
export const latestStart: Rule = {
  compare: (one, other) => {
    const [a, b] = [one.row.fromDate ?? '', other.row.fromDate ?? ''];
    return a === b ? 0 : a < b ? 1 : -1;
  },
  reason: 'tie_in_source',
};
