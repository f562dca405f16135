import { Semaphore } from '../kernel/index.js';

/** Current use of a pool. */
export interface PoolUsage {
  /** Kind of connection: `writers`, `snapshots`. */
  readonly pool: string;
  readonly inUse: number;
  readonly waiting: number;
  /** Maximum number of connections. */
  readonly most: number;
}

/** Lends items from a fixed set, each to one borrower at a time, first come, first served. */
export class ConnectionPool<T extends NonNullable<unknown>> {
  private readonly free: T[];
  private readonly slots: Semaphore;

  constructor(
    private readonly name: string,
    private readonly things: readonly T[],
    patienceMs: number,
  ) {
    this.free = [...things];
    this.slots = new Semaphore({ atOnce: things.length, patienceMs });
  }

  get usage(): PoolUsage {
    const { inUse, queued } = this.slots;
    return { pool: this.name, inUse, waiting: queued, most: this.things.length };
  }

  /** Throws `Unavailable` if no item becomes free within the timeout or before the current deadline. */
  lend<R>(work: (thing: T) => Promise<R>): Promise<R> {
    return this.slots.run(async () => {
      const thing = this.free.pop();
      if (thing === undefined) throw new Error('no item is free, although a slot is');
      try {
        return await work(thing);
      } finally {
        this.free.push(thing);
      }
    });
  }
}
