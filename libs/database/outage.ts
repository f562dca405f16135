/** The default of DATABASE_FAILOVER_S, in milliseconds. */
const FAILOVER_MS = 10_000;

/**
 * The start of the current outage. Requests wait while it is short, until their deadline, because another server may
 * take over; after that they fail immediately (operations.md, "When the database is unavailable").
 */
export class Outage {
  private beganAt: number | undefined;

  constructor(private readonly waitedForMs = FAILOVER_MS) {}

  /** Something was answered: it is over. */
  answered(): void {
    this.beganAt = undefined;
  }

  /**
   * Records a lost connection. Returns the start of the outage: while it stays the same, no statement has succeeded.
   */
  lost(): number {
    return (this.beganAt ??= performance.now());
  }

  /** Whether it lasts, and not for longer than it is waited for. */
  get isYoung(): boolean {
    return this.beganAt !== undefined && performance.now() - this.beganAt < this.waitedForMs;
  }
}
