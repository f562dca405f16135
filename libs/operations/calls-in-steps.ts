import { Injectable } from '@nestjs/common';
import { ChangeLog, Clock, IdempotencyStore, type NamedCall, type Steps, Transactions } from '../kernel/index.js';
import { unkeptSteps } from '../records/index.js';
import { Versioned } from './operation.js';

/** Does calls in several transactions, so that one that was cut off goes on where it stopped when it is sent again. */
@Injectable()
export class CallsInSteps {
  constructor(
    private readonly changes: ChangeLog,
    private readonly idempotencyStore: IdempotencyStore,
    private readonly transactions: Transactions,
    readonly clock: Clock,
  ) {}

  /** Does the steps that a sending before it hasn't done, and answers what all of them made. */
  async run<A>(
    call: NamedCall | undefined,
    work: (steps: Steps) => Promise<A>,
    answer: (parts: readonly string[]) => A,
  ): Promise<Versioned> {
    if (!call) {
      const { result, version } = await this.changes.observe(() => work(unkeptSteps(this.transactions)));
      return new Versioned(result, version ?? (await this.changes.version()));
    }
    const { parts, version } = await this.idempotencyStore.inSteps(call, async (steps) => void (await work(steps)));
    return new Versioned(answer(parts), version ?? (await this.changes.version()));
  }
}
