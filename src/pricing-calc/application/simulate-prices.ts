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
import type { ProposedChange, TriedIds } from '../domain/simulation.js';
import { PricingCalcSettings } from '../settings.js';
import { type At, type Quote, QuotePrices } from './quote-prices.js';
import { CANDIDATES_MAX } from '../domain/candidate-budget.js';
import type { LineQuestion } from '../domain/line-answers.js';
import { TryChanges } from './try-changes.js';

/** A quote, or why there is none for this buyer at all. */
export type Outcome = Quote | Refusal;

export interface Simulation {
  readonly before: Outcome;
  readonly after: Outcome;
  /** Of the records that were only tried. */
  readonly ids: TriedIds;
}

/** How often it is begun again because somebody wrote meanwhile. */
const ATTEMPTS_MAX = 10;

/** Ends the transaction in which something was only tried. */
class OnlyTried extends Error {
  constructor(readonly simulation: Simulation | undefined) {
    super('nothing is written');
  }
}

/**
 * What prices would be if records were added, changed or removed (pricing.md §7): the same quote before and after the
 * changes, in one write transaction that is always rolled back. So all checks of the rooms hold, the engine knows nothing
 * of simulations, and no version is taken.
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
   * `InputRefused` for a change that the room refuses, with its place; `NoSuchEntity` for one of a record that isn't
   * there, and for an unknown buyer, unless the changes make one. `Unavailable` if others never stop
   * writing, and where it would keep them from it for too long.
   */
  async run(
    question: BuyerQuestion,
    lines: readonly LineQuestion[],
    asked: At,
    changes: readonly ProposedChange[],
  ): Promise<Simulation> {
    const resolved = this.changing.resolve(changes);
    // Before the transaction, which would keep the version that is waited for from being written.
    await this.prices.awaited(asked);
    // One answer holds both.
    const at = { ...asked, maxCandidates: CANDIDATES_MAX / 2 };
    for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt += 1) {
      const simulation = await this.tried(async () => {
        const version = await this.changes.version();
        const before = await outcomeOf(this.prices.run(question, lines, at));
        const ids = await this.changing.apply(resolved);
        const after = await outcomeOf(this.prices.run(question, lines, { ...at, minVersion: null }));
        // Not every database shows a write transaction a single moment: what others committed meanwhile may be in one
        // of the quotes and not in the other.
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

/** A buyer whom the changes make or take away is there on one side only. */
const outcomeOf = async (quoting: Promise<Quote>): Promise<Outcome> => {
  try {
    return await quoting;
  } catch (error) {
    if (error instanceof NoSuchEntity || error instanceof InputRefused) return error;
    throw error;
  }
};

const isRefused = (outcome: Outcome): outcome is Refusal => outcome instanceof Error;

/** Refused on both sides: the question itself is at fault. */
const answered = (simulation: Simulation): Simulation => {
  const { before, after } = simulation;
  if (isRefused(before) && isRefused(after)) throw before;
  return simulation;
};
