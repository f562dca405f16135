import type { Day } from '../../kernel/index.js';
import type { Buyer } from '../buyer.js';
import type { Finding, LintRule } from './finding.js';

/** A website as checks see it. */
export interface LintPlace {
  /** Nobody in particular who buys there in its base currency, by the settings of the website itself. */
  readonly buyer: Buyer;
  /** Which day it is there. */
  readonly today: Day;
}

/** Whether any of these rules is wanted. */
export const wantsAny = ({ wants }: Pick<LintContext, 'wants'>, rules: readonly LintRule[]): boolean =>
  rules.some((rule) => wants(rule));

export interface LintContext {
  /** All websites but 0. */
  readonly places: readonly LintPlace[];
  /** Whether findings of this rule are asked for: what takes long may be left out otherwise. */
  wants(rule: LintRule): boolean;
}

/**
 * What a room can say about the prices that it stores (pricing.md §7). It goes through them in batches, so that a book of
 * any size passes by without ever being in memory; and it judges rows by the source's own `judge`.
 */
export abstract class PriceChecks {
  /** The findings, batch by batch, inside the caller's snapshot; those of rules that aren't wanted may be among them. */
  abstract find(context: LintContext): AsyncIterable<readonly Finding[]>;
}

/** The checks of all installed rooms. */
export class PriceLint {
  constructor(readonly all: readonly PriceChecks[]) {}
}
