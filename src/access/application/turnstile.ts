import { TooManyRequests } from '../../../libs/kernel/index.js';

/** Lets so many pieces of work run at once and so many wait, in order; more than that are turned away. */
export class Turnstile {
  private running = 0;
  private readonly waiting: (() => void)[] = [];

  constructor(
    private readonly atOnce: number,
    private readonly mayWait: number,
    private readonly retryAfterSeconds: number,
  ) {}

  async pass<T>(work: () => Promise<T>): Promise<T> {
    if (this.running >= this.atOnce) {
      if (this.waiting.length >= this.mayWait) throw new TooManyRequests(this.retryAfterSeconds);
      await new Promise<void>((go) => this.waiting.push(go));
    } else this.running += 1;
    try {
      return await work();
    } finally {
      // The place is handed on, so nobody who comes meanwhile overtakes those who wait.
      const next = this.waiting.shift();
      if (next) next();
      else this.running -= 1;
    }
  }
}
