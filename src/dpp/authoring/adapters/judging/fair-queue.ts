/** Somebody's question that waits for its turn. */
interface Waiting<T> {
  readonly asker: string;
  readonly question: T;
}

/** How many may be answered at once, and how many may wait. */
export interface FairQueueLimits {
  readonly atOnce: number;
  readonly waitingOfOne: number;
  readonly waiting: number;
}

/**
 * Whose question is next: askers take turns, each of them has at most one less under way than are possible (but one), so
 * that a slow asker never has them all, and a bounded number waits.
 */
export class FairQueue<T> {
  private readonly queues = new Map<string, Waiting<T>[]>();
  private readonly underWay = new Map<string, number>();
  private count = 0;

  constructor(private readonly limits: FairQueueLimits) {}

  /** False if too much waits already, of this asker or at all; then nothing has changed. */
  add(asker: string, question: T): boolean {
    const queue = this.queues.get(asker) ?? [];
    if (this.count >= this.limits.waiting || queue.length >= this.limits.waitingOfOne) return false;
    queue.push({ asker, question });
    this.queues.set(asker, queue);
    this.count += 1;
    return true;
  }

  /** Takes the question that is next; undefined if none may be answered now. `done` ends it. */
  next(): Waiting<T> | undefined {
    const running = [...this.underWay.values()].reduce((sum, one) => sum + one, 0);
    if (running >= this.limits.atOnce) return undefined;
    const mine = Math.max(1, this.limits.atOnce - 1);
    for (const [asker, queue] of this.queues) {
      if ((this.underWay.get(asker) ?? 0) >= mine) continue;
      const first = queue.shift();
      // Whoever was served stands behind all others.
      this.queues.delete(asker);
      if (queue.length > 0) this.queues.set(asker, queue);
      if (!first) continue;
      this.count -= 1;
      this.underWay.set(asker, (this.underWay.get(asker) ?? 0) + 1);
      return first;
    }
    return undefined;
  }

  done(asker: string): void {
    const left = (this.underWay.get(asker) ?? 1) - 1;
    if (left === 0) this.underWay.delete(asker);
    else this.underWay.set(asker, left);
  }

  /** Takes a question back that still waits; false if it doesn't. */
  withdraw(asker: string, question: T): boolean {
    const queue = this.queues.get(asker);
    const place = queue?.findIndex((one) => one.question === question) ?? -1;
    if (!queue || place < 0) return false;
    queue.splice(place, 1);
    if (queue.length === 0) this.queues.delete(asker);
    this.count -= 1;
    return true;
  }

  get waiting(): number {
    return this.count;
  }
}
