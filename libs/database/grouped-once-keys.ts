import { Batcher, type Clock, ONCE_KEPT_MS, OnceKeys, Unavailable } from '../kernel/index.js';
import { isLost, isRepeatable } from './driver-errors.js';
import type { OnceStore } from './once-store.js';

/** What one commit stores; so many that a statement stays small. */
const GROUP_MAX = 500;

/**
 * Keys are spent in groups (ADR 40): those that come while a group is being committed are the next one, and nobody is
 * answered before the commit of theirs. So one commit serves all that are under way, and nobody waits for a timer.
 */
export class GroupedOnceKeys extends OnceKeys {
  private readonly keys = new Batcher((keys: readonly string[]) => this.commit(keys), { most: GROUP_MAX });

  constructor(
    private readonly store: OnceStore,
    private readonly clock: Clock,
  ) {
    super();
  }

  spend(key: string): Promise<boolean> {
    return this.keys.ask(key);
  }

  prune(): Promise<void> {
    return this.store.forgetBefore(this.clock.now().getTime() - ONCE_KEPT_MS);
  }

  private async commit(keys: readonly string[]): Promise<readonly boolean[]> {
    try {
      const left = new Set(await this.store.spend([...new Set(keys)], this.clock.now().getTime()));
      // Of two with one key in a group the first one has it.
      return keys.map((key) => left.delete(key));
    } catch (error) {
      throw isLost(error) || isRepeatable(error) ? new Unavailable(1, { cause: error }) : error;
    }
  }
}
