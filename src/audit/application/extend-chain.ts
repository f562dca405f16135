import { Injectable } from '@nestjs/common';
import { Clock } from '../../../libs/kernel/index.js';
import { linked } from '../domain/chain.js';
import { AuditChain, type ClosedDay } from '../ports/audit-chain.js';

/** The lease of the process that extends the chain. Another process takes over if it dies. */
const HELD_MS = 15_000;
const AT_ONCE = 250;
/** So much is done of what has piled up; the rest the next time. */
const BATCHES = 20;

export interface Extended {
  /** Acts that got their places. */
  readonly count: number;
  /** Days that are over since. */
  readonly closed: readonly ClosedDay[];
}

/** Gives acts their places in the chain, behind their commit: one process at a time does it (audit.md, "The chain"). */
@Injectable()
export class ExtendChain {
  constructor(
    private readonly chain: AuditChain,
    private readonly clock: Clock,
  ) {}

  /** What is there, 5,000 at most; undefined where another process is at it. Writes nothing where there is nothing to do. */
  async extend(): Promise<Extended | undefined> {
    if (!(await this.chain.isWaiting())) return { count: 0, closed: [] };
    if (!(await this.chain.hold(HELD_MS))) return undefined;
    const closed: ClosedDay[] = [];
    let done = 0;
    for (let batches = 1; ; batches += 1) {
      const today = this.clock.now().toISOString().slice(0, 10);
      const extended = await this.chain.extend(AT_ONCE, (end, acts) =>
        linked(end, acts, today, (text) => this.chain.digest(text)),
      );
      if (extended.closed) closed.push(extended.closed);
      done += extended.count;
      if (extended.count < AT_ONCE || batches === BATCHES || !(await this.chain.hold(HELD_MS)))
        return { count: done, closed };
    }
  }

  /** So that another process needn't wait. */
  async letGo(): Promise<void> {
    await this.chain.letGo();
  }
}
