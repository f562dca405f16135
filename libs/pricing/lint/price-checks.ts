import type { Day } from '../../kernel/index.js';
import type { Buyer } from '../buyer.js';
import type { Finding, LintRule } from './finding.js';

export interface LintWebsite {
  /** An anonymous buyer with the website's base currency and settings. */
  readonly buyer: Buyer;
  /** The current day on the website. */
  readonly today: Day;
}

/** Whether findings of any of these rules are requested. */
export const wantsAny = ({ wants }: Pick<LintContext, 'wants'>, rules: readonly LintRule[]): boolean =>
  rules.some((rule) => wants(rule));

export interface LintContext {
  /** All websites except 0. */
  readonly websites: readonly LintWebsite[];
  /** Whether findings of this rule are requested. If not, slow checks can be skipped. */
  wants(rule: LintRule): boolean;
}

/**
 * A module's checks of its stored prices (pricing.md §7). It reads prices in batches, so that memory does not limit
 * their number, and evaluates rows with the source's own `evaluate`.
 */
export abstract class PriceChecks {
  /** The findings in batches, inside the caller's snapshot. May include findings of rules that were not requested. */
  abstract find(context: LintContext): AsyncIterable<readonly Finding[]>;
}

/** The checks of all installed modules. */
export class PriceLint {
  constructor(readonly all: readonly PriceChecks[]) {}
}
