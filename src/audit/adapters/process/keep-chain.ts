import { Injectable, Logger } from '@nestjs/common';
import { Clock } from '../../../../libs/kernel/index.js';
import { ExtendChain } from '../../application/extend-chain.js';
import { quarterOf } from '../../domain/chain.js';
import { SqlAuditEvents } from '../sql/sql-audit-events.js';

/** Delay after a period in milliseconds, because events of busy processes may arrive late. */
const LATE_MS = 60_000;
const SEALED_AT_ONCE = 500;

/** The recurring work of servers for the chain (`room.ts`). */
@Injectable()
export class KeepChain {
  private readonly log = new Logger('audit');

  constructor(
    private readonly chain: ExtendChain,
    private readonly events: SqlAuditEvents,
    private readonly clock: Clock,
  ) {}

  async extend(): Promise<void> {
    const extended = await this.chain.extend();
    for (const day of extended?.closed ?? []) this.log.log({ msg: 'audit_day_closed', ...day });
  }

  /** Adds the events of completed periods to the audit trail. */
  async seal(): Promise<void> {
    await this.events.seal(quarterOf(new Date(this.clock.now().getTime() - LATE_MS)), SEALED_AT_ONCE);
  }
}
