/** DATABASE_FAILOVER_S, where nobody sets it, in milliseconds. */
const FAILOVER_MS = 10_000;

/**
 * Since when the database has answered nothing. Whoever needs it waits while that is short, as long as the request's
 * deadline lets, since another server may be taking over; then requests fail at once (operations.md, "When the
 * database is unavailable").
 */
export class Outage {
  private beganAt: number | undefined;

  constructor(private readonly waitedForMs = FAILOVER_MS) {}

  /** Something was answered: it is over. */
  answered(): void {
    this.beganAt = undefined;
  }

  /** A connection was lost. Answers when the outage began: as long as that stays the same, nobody has been answered. */
  lost(): number {
    return (this.beganAt ??= performance.now());
  }

  /** Whether it lasts, and not for longer than it is waited for. */
  get isYoung(): boolean {
    return this.beganAt !== undefined && performance.now() - this.beganAt < this.waitedForMs;
  }
}
