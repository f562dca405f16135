import { KeptAnswers, type NamedCall, StateConflict, type Transactions } from '../../../libs/kernel/index.js';

/** Answers in memory, kept for ever. */
export class MemoryKeptAnswers extends KeptAnswers {
  private readonly answers = new Map<string, { readonly digest: string; readonly answer: string }>();

  constructor(private readonly transactions: Transactions) {
    super();
  }

  once({ caller, route, key, digest }: NamedCall, work: () => Promise<string>): Promise<string> {
    const name = JSON.stringify([caller, route, key]);
    return this.transactions.write(async () => {
      const kept = this.answers.get(name) ?? { digest, answer: await work() };
      if (kept.digest !== digest) throw new StateConflict('Another body.');
      this.answers.set(name, kept);
      return kept.answer;
    });
  }

  prune(): Promise<void> {
    return Promise.resolve();
  }
}
