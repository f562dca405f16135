/** So many failed sign-ins of one address a second are judged; further attempts are turned away unchecked. */
export const FAILURES_PER_SECOND = 5;

/** So many addresses are told apart; when there are more, the one whose last failure is longest ago is forgotten. */
export const ADDRESSES_MAX = 10_000;

interface Level {
  readonly left: number;
  readonly at: number;
}

/**
 * How many failures each address has left: it begins with those of one second, regains them with time, and may fall below
 * nought by attempts that were under way together. Of one process (access.md, "Signing in").
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
    // Somebody has set the clock back: nobody waits until it is there again.
    if (seconds < 0) return FAILURES_PER_SECOND;
    return Math.min(FAILURES_PER_SECOND, level.left + seconds * FAILURES_PER_SECOND);
  }
}
