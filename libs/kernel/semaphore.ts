import { outOfPatience, patience } from './request-context.js';

interface SemaphoreLimits {
  readonly atOnce: number;
  /** Maximum number of waiting callers; default unlimited. */
  readonly mayWait?: number;
  /** Maximum waiting time in milliseconds, also limited by the caller's deadline; default unlimited. */
  readonly patienceMs?: number;
}

/** Releases the slot. Repeated calls have no effect. */
export type Release = () => void;

/** Limits the number of concurrent tasks; others wait in order. */
export class Semaphore {
  private running = 0;
  private readonly waiting: (() => void)[] = [];

  /** `refusal`: the error if too many callers wait or a wait takes too long. */
  constructor(
    private readonly limits: SemaphoreLimits,
    private readonly refusal: () => Error = outOfPatience,
  ) {}

  get inUse(): number {
    return this.running;
  }

  /** Number of callers that wait for a slot. */
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

  /** Acquires a slot; the caller must call the returned function to release it. */
  async acquire(): Promise<Release> {
    if (this.running < this.limits.atOnce) this.running += 1;
    else await this.slot();
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      // The slot is passed on directly, so that new callers do not overtake waiting ones.
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
