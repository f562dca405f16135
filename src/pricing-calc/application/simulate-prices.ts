import { Injectable } from '@nestjs/common';
import {
  ChangeLog,
  InputRefused,
  NoSuchEntity,
  type Refusal,
  TookTooLong,
  Transactions,
  Unavailable,
} from '../../../libs/kernel/index.js';
import type { BuyerQuestion } from '../domain/buyer-question.js';
import type { ProposedChange, SimulatedIds } from '../domain/simulation.js';
import { PricingCalcSettings } from '../settings.js';
import { type At, type Quote, QuotePrices } from './quote-prices.js';
import { CANDIDATES_MAX } from '../domain/candidate-budget.js';
import type { LineQuestion } from '../domain/line-answers.js';
import { TryChanges } from './try-changes.js';

/** A quote, or the refusal of the whole quote. */
export type Outcome = Quote | Refusal;

export interface Simulation {
  readonly before: Outcome;
  readonly after: Outcome;
  /** The ids of records that exist only in the simulation. */
  readonly ids: SimulatedIds;
}

/** Attempts while other writes keep interfering. */
const ATTEMPTS_MAX = 10;

/** Rolls back the transaction of a simulation. */
class OnlyTried extends Error {
  constructor(readonly simulation: Simulation | undefined) {
    super('nothing is written');
  }
}

/**
 * Quotes the same lines before and after record changes, in one write transaction that is always rolled back
 * (pricing-tools.md, "Simulation"). So all checks of the modules apply, the price engine needs no special code, and no
 * version is used.
 */
@Injectable()
export class SimulatePrices {
  constructor(
    private readonly prices: QuotePrices,
    private readonly changing: TryChanges,
    private readonly transactions: Transactions,
    private readonly changes: ChangeLog,
    private readonly limits: PricingCalcSettings,
  ) {}

  /**
   * Throws `InputRefused` for a refused change, with its position. Throws `NoSuchEntity` for an unknown record, and for
   * a buyer that is unknown before and after the changes. Throws `Unavailable` if other writes keep interfering, or if
   * the simulation would block them for too long.
   */
  async simulate(
    question: BuyerQuestion,
    lines: readonly LineQuestion[],
    asked: At,
    changes: readonly ProposedChange[],
  ): Promise<Simulation> {
    const resolved = this.changing.resolve(changes);
    // Outside of the transaction, because it would block the write that is waited for.
    await this.prices.waitForVersion(asked);
    // The response contains both quotes, so each may have half of the candidates.
    const at = { ...asked, maxCandidates: CANDIDATES_MAX / 2 };
    for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt += 1) {
      const simulation = await this.tried(async () => {
        const version = await this.changes.version();
        const before = await outcomeOf(this.prices.quote(question, lines, at));
        const ids = await this.changing.apply(resolved);
        const after = await outcomeOf(this.prices.quote(question, lines, { ...at, minVersion: null }));
        // In a write transaction, some databases show commits of others, so that only one of the quotes could contain
        // them.
        return (await this.changes.version()) === version ? { before, after, ids } : undefined;
      });
      if (simulation) return answered(simulation);
    }
    throw new Unavailable(1);
  }

  private async tried(work: () => Promise<Simulation | undefined>): Promise<Simulation | undefined> {
    try {
      return await this.transactions.write(
        async () => {
          throw new OnlyTried(await work());
        },
        { holdsMs: this.limits.SIMULATION_MAX_MS },
      );
    } catch (error) {
      if (error instanceof OnlyTried) return error.simulation;
      if (error instanceof TookTooLong) throw tooLong(error);
      throw error;
    }
  }
}

const tooLong = (cause: TookTooLong): Unavailable =>
  new Unavailable(
    1,
    { cause },
    `The simulation blocked other writes for more than ${cause.limitMs} ms (SIMULATION_MAX_MS) and was canceled. ` +
      'Send fewer changes or request fewer prices.',
  );

/** A buyer that the changes add or remove is unknown on one side only. */
const outcomeOf = async (quoting: Promise<Quote>): Promise<Outcome> => {
  try {
    return await quoting;
  } catch (error) {
    if (error instanceof NoSuchEntity || error instanceof InputRefused) return error;
    throw error;
  }
};

const isRefused = (outcome: Outcome): outcome is Refusal => outcome instanceof Error;

/** If both sides are refused, the request itself is wrong. */
const answered = (simulation: Simulation): Simulation => {
  const { before, after } = simulation;
  if (isRefused(before) && isRefused(after)) throw before;
  return simulation;
};
