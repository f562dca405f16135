import { Unavailable } from '../kernel/index.js';

interface Waiting<T> {
  readonly give: (thing: T) => void;
  readonly timer: NodeJS.Timeout;
}

/** Lends a fixed set of things, each to one borrower at a time, first come, first served. */
export class Lending<T> {
  private readonly free: T[];
  private readonly waiting: Waiting<T>[] = [];

  constructor(
    things: readonly T[],
    private readonly patienceMs: number,
  ) {
    this.free = [...things];
  }

  /** `Unavailable` if nothing comes back within the patience. */
  async lend<R>(work: (thing: T) => Promise<R>): Promise<R> {
    const thing = this.free.pop() ?? (await this.wait());
    try {
      return await work(thing);
    } finally {
      this.giveBack(thing);
    }
  }

  private wait(): Promise<T> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.waiting.splice(this.waiting.indexOf(entry), 1);
        reject(new Unavailable(1));
      }, this.patienceMs);
      const entry: Waiting<T> = { give: resolve, timer };
      this.waiting.push(entry);
    });
  }

  private giveBack(thing: T): void {
    const next = this.waiting.shift();
    if (!next) {
      this.free.push(thing);
      return;
    }
    clearTimeout(next.timer);
    next.give(thing);
  }
}
