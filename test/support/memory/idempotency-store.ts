import {
  type StoredAnswer,
  IdempotencyStore,
  type StoredSteps,
  type NamedCall,
  StateConflict,
  type Steps,
  type Transactions,
} from '../../../libs/kernel/index.js';

/** Responses in memory, kept permanently. */
export class MemoryIdempotencyStore extends IdempotencyStore {
  private readonly answers = new Map<string, { readonly digest: string; readonly answer: StoredAnswer }>();
  private readonly steps = new Map<string, { readonly digest: string; readonly parts: string[]; isDone: boolean }>();

  constructor(private readonly transactions: Transactions) {
    super();
  }

  once(call: NamedCall, work: () => Promise<StoredAnswer>): Promise<StoredAnswer> {
    const [name, digest] = [nameOf(call), digestOf(call)];
    return this.transactions.write(async () => {
      const kept = this.answers.get(name) ?? { digest, answer: await work() };
      if (kept.digest !== digest) throw new StateConflict('Another body.');
      this.answers.set(name, kept);
      return kept.answer;
    });
  }

  async inSteps(call: NamedCall, work: (steps: Steps) => Promise<void>): Promise<StoredSteps> {
    const [name, digest] = [nameOf(call), digestOf(call)];
    const kept = this.steps.get(name) ?? { digest, parts: [], isDone: false };
    if (kept.digest !== digest) throw new StateConflict('Another body.');
    const { parts } = kept;
    const step: Steps['step'] = async (doing) => {
      const { part, isLast } = await this.transactions.write(doing);
      parts.push(part());
      kept.isDone = isLast;
      this.steps.set(name, kept);
    };
    if (!kept.isDone) await work({ parts, step });
    return { parts, version: undefined };
  }

  forget({ caller, route }: Pick<NamedCall, 'caller' | 'route'>): Promise<void> {
    for (const kept of [this.answers, this.steps])
      for (const name of kept.keys())
        if (name.startsWith(JSON.stringify([caller, route]).slice(0, -1))) kept.delete(name);
    return Promise.resolve();
  }

  prune(): Promise<void> {
    return Promise.resolve();
  }
}

const nameOf = ({ caller, route, key }: NamedCall): string => JSON.stringify([caller, route, key]);
const digestOf = ({ digest }: NamedCall): string => (typeof digest === 'string' ? digest : digest());
