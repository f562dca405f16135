import { Logger } from '@nestjs/common';

/** Shorter outages are not logged: most are idle connections that died. */
const NOTED_MS = 1000;

const log = new Logger('database');

/** Log messages for operators: one when an outage is detected, and one when it ends. */
interface OutageLog {
  lost(reason: string): void;
  back(afterMs: number): void;
}

const IN_LOG: OutageLog = {
  lost: (reason) => log.warn(`the database connection is lost: ${reason}`),
  // A warning too, because job workers and some operators log only warnings.
  back: (afterMs) => log.warn(`the database is reachable again after ${(afterMs / 1000).toFixed(1)} s`),
};

/** The default of DATABASE_FAILOVER_S, in milliseconds. */
const FAILOVER_MS = 10_000;

/**
 * Tracks the current outage. While it is short, requests wait until their deadline, because another server may take
 * over. After that they fail immediately (operations.md, "When the database is unavailable").
 */
export class Outage {
  private beganAt: number | undefined;
  private isNoted = false;

  constructor(
    private readonly waitedForMs = FAILOVER_MS,
    private readonly tell: OutageLog = IN_LOG,
  ) {}

  /** The database has responded, so the outage is over. */
  answered(): void {
    const began = this.beganAt;
    if (began === undefined) return;
    this.beganAt = undefined;
    if (this.isNoted) this.tell.back(performance.now() - began);
    this.isNoted = false;
  }

  /**
   * Records a lost connection. Returns the start of the outage; if it is the same as before, no statement has
   * succeeded in between.
   */
  lost(error?: unknown): number {
    const now = performance.now();
    this.beganAt ??= now;
    if (!this.isNoted && now - this.beganAt >= NOTED_MS) {
      this.isNoted = true;
      this.tell.lost(error instanceof Error ? error.message : String(error));
    }
    return this.beganAt;
  }

  /** Whether there is an outage, and it is still short enough to wait for. */
  get isYoung(): boolean {
    return this.beganAt !== undefined && performance.now() - this.beganAt < this.waitedForMs;
  }
}
