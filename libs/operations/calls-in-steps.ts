import { Injectable } from '@nestjs/common';
import { ChangeLog, Clock, IdempotencyStore, type NamedCall, type Steps, Transactions } from '../kernel/index.js';
import { unstoredSteps } from '../records/index.js';
import { Versioned } from './operation.js';

/** Runs calls in several transactions. If an interrupted call is repeated, it continues after its last stored step. */
@Injectable()
export class CallsInSteps {
  constructor(
    private readonly changes: ChangeLog,
    private readonly idempotencyStore: IdempotencyStore,
    private readonly transactions: Transactions,
    readonly clock: Clock,
  ) {}

  /** Runs the steps that earlier attempts have not completed, and returns the combined result. */
  async run<A>(
    call: NamedCall | undefined,
    work: (steps: Steps) => Promise<A>,
    answer: (parts: readonly string[]) => A,
  ): Promise<Versioned> {
    if (!call) {
      const { result, version } = await this.changes.observe(() => work(unstoredSteps(this.transactions)));
      return new Versioned(result, version ?? (await this.changes.version()));
    }
    const { parts, version } = await this.idempotencyStore.inSteps(call, async (steps) => void (await work(steps)));
    return new Versioned(answer(parts), version ?? (await this.changes.version()));
  }
}
