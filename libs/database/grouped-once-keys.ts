import { type Clock, ONCE_KEPT_MS, OnceKeys, Unavailable } from '../kernel/index.js';
import { isLost, isRepeatable } from './driver-errors.js';
import type { OnceStore } from './once-store.js';

/** What one commit stores; so many that a statement stays small. */
const GROUP_MAX = 500;

interface Waiting {
  readonly key: string;
  resolve(isFirst: boolean): void;
  reject(error: unknown): void;
}

/**
 * Keys are spent in groups (ADR 40): those that come while a group is being committed are the next one, and nobody is
 * answered before the commit of theirs. So one commit serves all that are under way, and nobody waits for a timer.
 */
export class GroupedOnceKeys extends OnceKeys {
  private waiting: Waiting[] = [];
  private isWorking = false;

  constructor(
    private readonly store: OnceStore,
    private readonly clock: Clock,
  ) {
    super();
  }

  spend(key: string): Promise<boolean> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ key, resolve, reject });
      if (this.isWorking) return;
      this.isWorking = true;
      // Those of the same turn of the event loop go together.
      setImmediate(() => void this.work());
    });
  }

  prune(): Promise<void> {
    return this.store.forgetBefore(this.clock.now().getTime() - ONCE_KEPT_MS);
  }

  private async work(): Promise<void> {
    while (this.waiting.length > 0) await this.commit(this.waiting.splice(0, GROUP_MAX));
    this.isWorking = false;
  }

  private async commit(group: readonly Waiting[]): Promise<void> {
    try {
      const keys = [...new Set(group.map(({ key }) => key))];
      const left = new Set(await this.store.spend(keys, this.clock.now().getTime()));
      // Of two with one key in a group the first one has it.
      for (const { key, resolve } of group) resolve(left.delete(key));
    } catch (error) {
      const told = isLost(error) || isRepeatable(error) ? new Unavailable(1, { cause: error }) : error;
      for (const { reject } of group) reject(told);
    }
  }
}
