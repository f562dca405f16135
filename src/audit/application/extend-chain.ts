import { Injectable } from '@nestjs/common';
import { Clock } from '../../../libs/kernel/index.js';
import { linked } from '../domain/chain.js';
import { AuditChain, type ClosedDay } from '../ports/audit-chain.js';

/**
 * Duration in milliseconds of the lease of the process that extends the chain. If that process dies, another one takes
 * over.
 */
const HELD_MS = 15_000;
const AT_ONCE = 250;
/** Maximum number of batches per run; the rest follows in the next run. */
const BATCHES = 20;

interface Extended {
  readonly count: number;
  /** Days that ended in this run. */
  readonly closed: readonly ClosedDay[];
}

/** Numbers committed acts and appends them to the chain, in one process at a time (audit.md, "The chain"). */
@Injectable()
export class ExtendChain {
  constructor(
    private readonly chain: AuditChain,
    private readonly clock: Clock,
  ) {}

  /** Chains at most 5,000 acts. Undefined if another process is doing so. Writes nothing if there is nothing to do. */
  async extend(): Promise<Extended | undefined> {
    if (!(await this.chain.isWaiting())) return { count: 0, closed: [] };
    if (!(await this.chain.acquire(HELD_MS))) return undefined;
    const closed: ClosedDay[] = [];
    let done = 0;
    for (let batches = 1; ; batches += 1) {
      const today = this.clock.now().toISOString().slice(0, 10);
      const extended = await this.chain.extend(AT_ONCE, (end, acts) =>
        linked(end, acts, today, (text) => this.chain.digest(text)),
      );
      if (extended.closed) closed.push(extended.closed);
      done += extended.count;
      if (extended.count < AT_ONCE || batches === BATCHES || !(await this.chain.acquire(HELD_MS)))
        return { count: done, closed };
    }
  }

  /** Releases the lease, so that another process need not wait. */
  async release(): Promise<void> {
    await this.chain.release();
  }
}

const DAY_MS = 86_400_000;

/** Deletes whole days older than AUDIT_DAYS; their hashes remain (running.md, AUDIT_DAYS). */
@Injectable()
export class ForgetDays {
  constructor(
    private readonly chain: AuditChain,
    private readonly clock: Clock,
  ) {}

  async forget(days: number): Promise<void> {
    const first = new Date(this.clock.now().getTime() - days * DAY_MS).toISOString().slice(0, 10);
    for (const day of await this.chain.days())
      if (day.removedAt === null && day.day < first) await this.chain.removeDay(day);
  }
}
