/** Number of failed sign-ins allowed per address and second; further attempts are refused without checking. */
export const FAILURES_PER_SECOND = 5;

/** Number of addresses that are tracked. Beyond it, the one with the oldest failure is dropped. */
export const ADDRESSES_MAX = 10_000;

interface Level {
  readonly left: number;
  readonly at: number;
}

/**
 * The remaining failures of each address (a token bucket). Each starts with those of one second, is refilled over
 * time, and can fall below zero with concurrent attempts. Counted per process (access.md, "Signing in").
 */
export class FailureRate {
  private readonly levels = new Map<string, Level>();

  /** Whether the address must wait before its next attempt. */
  isSpent(address: string, now: Date): boolean {
    return this.left(address, now) < 1;
  }

  failed(address: string, now: Date): void {
    const left = this.left(address, now) - 1;
    this.levels.delete(address);
    this.levels.set(address, { left, at: now.getTime() });
    const [oldest] = this.levels.keys();
    if (this.levels.size > ADDRESSES_MAX && oldest !== undefined) this.levels.delete(oldest);
  }

  private left(address: string, now: Date): number {
    const level = this.levels.get(address);
    if (!level) return FAILURES_PER_SECOND;
    const seconds = (now.getTime() - level.at) / 1000;
    // The clock was set back: do not wait until it catches up.
    if (seconds < 0) return FAILURES_PER_SECOND;
    return Math.min(FAILURES_PER_SECOND, level.left + seconds * FAILURES_PER_SECOND);
  }
}
