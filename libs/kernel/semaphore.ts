import { outOfPatience, patience } from './request-context.js';

interface SemaphoreLimits {
  readonly atOnce: number;
  /** How many may wait for their turn; any number if it isn't given. */
  readonly mayWait?: number;
  /** Milliseconds that each of them waits at most, and no longer than its deadline; for ever if it isn't given. */
  readonly patienceMs?: number;
}

/** Gives a turn back, once, however often it is called. */
export type Release = () => void;

/** Limits the number of parallel tasks; the others wait in order. */
export class Semaphore {
  private running = 0;
  private readonly waiting: (() => void)[] = [];

  /** `refusal`: what is thrown where too many wait already, or the patience is over. */
  constructor(
    private readonly limits: SemaphoreLimits,
    private readonly refusal: () => Error = outOfPatience,
  ) {}

  /** How many have a turn now. */
  get inUse(): number {
    return this.running;
  }

  /** How many wait for one. */
  get queued(): number {
    return this.waiting.length;
  }

  async run<T>(work: () => Promise<T>): Promise<T> {
    const release = await this.acquire();
    try {
      return await work();
    } finally {
      release();
    }
  }

  /** The same for callers that release the slot later than their work ends. */
  async acquire(): Promise<Release> {
    if (this.running < this.limits.atOnce) this.running += 1;
    else await this.slot();
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      // Passed on directly, so that new callers do not overtake waiting ones.
      const next = this.waiting.shift();
      if (next) next();
      else this.running -= 1;
    };
  }

  private slot(): Promise<void> {
    const { mayWait = Infinity, patienceMs } = this.limits;
    if (this.waiting.length >= mayWait) return Promise.reject(this.refusal());
    return new Promise((resolve, reject) => {
      const go = (): void => {
        clearTimeout(timer);
        resolve();
      };
      const giveUp = (): void => {
        this.waiting.splice(this.waiting.indexOf(go), 1);
        reject(this.refusal());
      };
      const timer = patienceMs === undefined ? undefined : setTimeout(giveUp, patience(patienceMs));
      this.waiting.push(go);
    });
  }
}
