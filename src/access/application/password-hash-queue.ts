import { Semaphore, TooManyRequests } from '../../../libs/kernel/index.js';

interface QueueLimits {
  readonly atOnce: number;
  readonly mayWait: number;
  /** Maximum number of running and waiting hash operations per address. */
  readonly share: number;
  readonly retryAfterSeconds: number;
}

/**
 * Limits the number of running and waiting hash operations. Refuses more, and refuses addresses that have used up
 * their share (access.md, "Passwords").
 */
export class PasswordHashQueue {
  private readonly slots: Semaphore;
  private readonly held = new Map<string, number>();

  constructor(private readonly limits: QueueLimits) {
    this.slots = new Semaphore(
      limits,
      () =>
        new TooManyRequests(
          limits.retryAfterSeconds,
          `More than ${limits.mayWait} sign-ins are waiting. Send sign-ins one after another, or try again later.`,
        ),
    );
  }

  /** `address`: the address whose share is used; undefined for none. Throws `TooManyRequests`. */
  async pass<T>(address: string | undefined, work: () => Promise<T>): Promise<T> {
    const { share, retryAfterSeconds } = this.limits;
    if (address !== undefined && (this.held.get(address) ?? 0) >= share) {
      throw new TooManyRequests(
        retryAfterSeconds,
        `Too many sign-ins from this address: the limit is ${share} at once. Send sign-ins one after another.`,
      );
    }
    this.hold(address, 1);
    try {
      return await this.slots.run(work);
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
