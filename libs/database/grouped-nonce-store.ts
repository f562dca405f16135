import { Batcher, type Clock, DiskFull, FULL_DISKS, ONCE_KEPT_MS, NonceStore, Unavailable } from '../kernel/index.js';
import { isDiskFull, isLost, isRepeatable } from './driver-errors.js';
import type { OnceStore } from './connection.js';

/** Maximum number of keys per commit, to keep statements small. */
const GROUP_MAX = 500;

/**
 * Stores keys in groups (ADR 40): keys that arrive during a commit form the next group, and callers wait for the
 * commit of their group. One commit serves all waiting callers, without a timer.
 */
export class GroupedNonceStore extends NonceStore {
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
      // If two requests of a group have the same key, the first one gets it.
      return keys.map((key) => left.delete(key));
    } catch (error) {
      if (isDiskFull(error)) {
        FULL_DISKS.refused('database');
        throw new DiskFull({ cause: error });
      }
      throw isLost(error) || isRepeatable(error) ? new Unavailable(1, { cause: error }) : error;
    }
  }
}
