import { AsyncLocalStorage } from 'node:async_hooks';
import { Deadline, DEADLINES_MS } from './deadline.js';
import { Unavailable } from './errors.js';
import { currentDeadline, outOfPatience, withDeadline } from './request-context.js';

interface BatchLimits {
  /** Maximum number of requests per batch. */
  readonly most: number;
  /** Maximum number of concurrent batches; default 1. */
  readonly atOnce?: number;
}

/**
 * Limits for reads: more than one batch at a time, because the database may wait for its disk, but few, so that
 * batches grow.
 */
export const READ_TOGETHER: BatchLimits = { most: 100, atOnce: 2 };

interface Waiting<Q, A> {
  readonly question: Q;
  readonly deadline: Deadline | undefined;
  resolve(answer: A): void;
  reject(error: unknown): void;
}

/**
 * Combines concurrent requests into batches. While batches run, the next one collects requests, without a timer. A
 * batch starts after all of its requests, so its data is not older than they are.
 */
export class Batcher<Q, A> {
  private readonly waiting: Waiting<Q, A>[] = [];
  private running = 0;
  /** A batch is shared, so it must not inherit the transaction or origin of the request that started it. */
  private readonly apart = AsyncLocalStorage.snapshot();

  /** `answer` returns one answer per question, in order. */
  constructor(
    private readonly answer: (questions: readonly Q[]) => Promise<readonly A[]>,
    private readonly limits: BatchLimits,
  ) {}

  /** Waits at most until the current deadline, then throws `DeadlinePassed`. */
  ask(question: Q): Promise<A> {
    return new Promise((resolve, reject) => {
      const deadline = currentDeadline();
      const giveUp = (): void => {
        const index = this.waiting.indexOf(waiting);
        if (index >= 0) this.waiting.splice(index, 1);
        reject(outOfPatience());
      };
      const timer = deadline && setTimeout(giveUp, Math.max(0, deadline.remainingMs));
      const waiting: Waiting<Q, A> = {
        question,
        deadline,
        resolve: (answer) => {
          clearTimeout(timer);
          resolve(answer);
        },
        reject: (error) => {
          clearTimeout(timer);
          reject(error instanceof Error ? error : new Error('a batch failed', { cause: error }));
        },
      };
      this.waiting.push(waiting);
      if (this.running >= (this.limits.atOnce ?? 1)) return;
      this.running += 1;
      // Requests made in the same event loop iteration form one batch.
      this.apart(() => setImmediate(() => void this.work()));
    });
  }

  private async work(): Promise<void> {
    while (this.waiting.length > 0) await this.settle(this.waiting.splice(0, this.limits.most));
    this.running -= 1;
  }

  /**
   * If a batch fails, runs each request alone, because a single request may have caused the failure. Does not do so if
   * the database is unavailable.
   */
  private async settle(batch: readonly Waiting<Q, A>[]): Promise<void> {
    try {
      const answers = await withDeadline(longest(batch), () => this.answer(batch.map(({ question }) => question)));
      for (const [index, { resolve }] of batch.entries()) resolve(answers[index] as A);
    } catch (error) {
      if (batch.length > 1 && !(error instanceof Unavailable)) for (const one of batch) await this.settle([one]);
      else for (const { reject } of batch) reject(error);
    }
  }
}

/** The latest deadline of the waiting callers. */
const longest = (batch: readonly { readonly deadline: Deadline | undefined }[]): Deadline =>
  batch
    .flatMap(({ deadline }) => deadline ?? [])
    .reduce<Deadline | undefined>(
      (most, one) => (most && most.remainingMs >= one.remainingMs ? most : one),
      undefined,
    ) ?? new Deadline('write', DEADLINES_MS.write);
