import type { Day } from '../../kernel/index.js';
import type { Buyer } from '../buyer.js';
import type { Finding, LintRule } from './finding.js';

/** A website as checks see it. */
export interface LintWebsite {
  /** An anonymous buyer in the base currency, with the settings of the website. */
  readonly buyer: Buyer;
  /** Which day it is there. */
  readonly today: Day;
}

/** Whether any of these rules is wanted. */
export const wantsAny = ({ wants }: Pick<LintContext, 'wants'>, rules: readonly LintRule[]): boolean =>
  rules.some((rule) => wants(rule));

export interface LintContext {
  /** All websites but 0. */
  readonly websites: readonly LintWebsite[];
  /** Whether findings of this rule are asked for: what takes long may be left out otherwise. */
  wants(rule: LintRule): boolean;
}

/**
 * The checks of a module for its stored prices (pricing.md §7). It reads them in batches, so that memory does not
 * limit the number of prices, and evaluates rows with the source's own `evaluate`.
 */
export abstract class PriceChecks {
  /** The findings, batch by batch, inside the caller's snapshot; those of rules that aren't wanted may be among them. */
  abstract find(context: LintContext): AsyncIterable<readonly Finding[]>;
}

/** The checks of all installed rooms. */
export class PriceLint {
  constructor(readonly all: readonly PriceChecks[]) {}
}
