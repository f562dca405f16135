import { Injectable } from '@nestjs/common';
import { Clock } from '../../../libs/kernel/index.js';
import { AuditChain } from '../ports/audit-chain.js';

const DAY_MS = 86_400_000;

/** Deletes days older than AUDIT_DAYS as a whole; their hashes stay (running.md, AUDIT_DAYS). */
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
