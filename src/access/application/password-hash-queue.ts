import { Semaphore, TooManyRequests } from '../../../libs/kernel/index.js';

interface QueueLimits {
  readonly atOnce: number;
  readonly mayWait: number;
  /** How many pieces of work one address may have running and waiting. */
  readonly share: number;
  readonly retryAfterSeconds: number;
}

/**
 * Lets so many pieces of work run at once and so many wait, in order; more than that are turned away, and so is whoever
 * has as many under way as one address may: the others go on meanwhile (access.md, "Passwords").
 */
export class PasswordHashQueue {
  private readonly turns: Semaphore;
  private readonly held = new Map<string, number>();

  constructor(private readonly limits: QueueLimits) {
    this.turns = new Semaphore(
      limits,
      () =>
        new TooManyRequests(
          limits.retryAfterSeconds,
          `More than ${limits.mayWait} sign-ins are waiting. Send them one after another, or try again later.`,
        ),
    );
  }

  /** `address`: on whose share it goes; undefined: on nobody's. `TooManyRequests`. */
  async pass<T>(address: string | undefined, work: () => Promise<T>): Promise<T> {
    const { share, retryAfterSeconds } = this.limits;
    if (address !== undefined && (this.held.get(address) ?? 0) >= share) {
      throw new TooManyRequests(
        retryAfterSeconds,
        `More than ${share} sign-ins from this address are in progress. Send them one after another.`,
      );
    }
    this.hold(address, 1);
    try {
      return await this.turns.run(work);
    } finally {
      this.hold(address, -1);
    }
  }

  private hold(address: string | undefined, more: number): void {
    if (address === undefined) return;
    const held = (this.held.get(address) ?? 0) + more;
    if (held === 0) this.held.delete(address);
    else this.held.set(address, held);
  }
}
