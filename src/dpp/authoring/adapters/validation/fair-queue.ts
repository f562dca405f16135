interface Waiting<T> {
  readonly asker: string;
  readonly question: T;
}

/** Number of questions that can run at the same time, and number that can wait. */
export interface FairQueueLimits {
  readonly atOnce: number;
  readonly waitingOfOne: number;
  readonly waiting: number;
}

/**
 * Decides which question runs next. Askers take turns. One asker gets at most all slots but one, so a slow asker never
 * blocks the others. The number of waiting questions is limited.
 */
export class FairQueue<T> {
  private readonly queues = new Map<string, Waiting<T>[]>();
  private readonly underWay = new Map<string, number>();
  private count = 0;

  constructor(private readonly limits: FairQueueLimits) {}

  /** Returns false and changes nothing if too many questions are waiting, for this asker or in total. */
  add(asker: string, question: T): boolean {
    const queue = this.queues.get(asker) ?? [];
    if (this.count >= this.limits.waiting || queue.length >= this.limits.waitingOfOne) return false;
    queue.push({ asker, question });
    this.queues.set(asker, queue);
    this.count += 1;
    return true;
  }

  /** Takes the next question, or undefined if none can run now. Call `done` when it finishes. */
  next(): Waiting<T> | undefined {
    const running = [...this.underWay.values()].reduce((sum, one) => sum + one, 0);
    if (running >= this.limits.atOnce) return undefined;
    const mine = Math.max(1, this.limits.atOnce - 1);
    for (const [asker, queue] of this.queues) {
      if ((this.underWay.get(asker) ?? 0) >= mine) continue;
      const first = queue.shift();
      // An asker that was served goes to the end of the queue.
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

  /** Removes a waiting question; false if it is not waiting. */
  withdraw(asker: string, question: T): boolean {
    const queue = this.queues.get(asker);
    const index = queue?.findIndex((one) => one.question === question) ?? -1;
    if (!queue || index < 0) return false;
    queue.splice(index, 1);
    if (queue.length === 0) this.queues.delete(asker);
    this.count -= 1;
    return true;
  }

  get waiting(): number {
    return this.count;
  }
}
