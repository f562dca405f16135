import { Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { Clock, Rounds } from '../../../../libs/kernel/index.js';
import { ExtendChain } from '../../application/extend-chain.js';
import { quarterOf } from '../../domain/quarter.js';
import { AuditEvents } from '../../ports/audit-events.js';

/** Interval at which the leading process chains new entries, and the others check whether there is a leader. */
const LOOK_MS = 1_000;
const WAITING_MS = 5_000;
/** Delay after a quarter hour in which events of busy processes may still arrive. */
const LATE_MS = 60_000;
const SEALED_AT_ONCE = 500;
/** Timeout; longer work is retried. */
const LIMIT_MS = 5_000;

/** Keeps the chain going while a server runs: whatever fails is tried again, as after a database that was away. */
@Injectable()
export class KeepChain implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly log = new Logger('audit');
  private readonly rounds = new Rounds({
    name: 'audit chain',
    limitMs: LIMIT_MS,
    firstMs: LOOK_MS,
    failedMs: WAITING_MS,
    round: () => this.look(),
    failed: (error) => {
      this.log.warn({ msg: 'the audit trail could not be extended', err: error });
    },
  });

  constructor(
    private readonly chain: ExtendChain,
    private readonly events: AuditEvents,
    private readonly clock: Clock,
  ) {}

  onApplicationBootstrap(): void {
    this.rounds.start();
  }

  /** Nest's hook, before the database is closed. */
  async onModuleDestroy(): Promise<void> {
    await this.rounds.stop();
    await this.chain.letGo().catch(() => undefined);
  }

  private async look(): Promise<number> {
    const extended = await this.rounds.limited(() => this.chain.extend());
    for (const day of extended?.closed ?? []) this.log.log({ msg: 'audit_day_closed', ...day });
    if (!extended) return WAITING_MS;
    const before = quarterOf(new Date(this.clock.now().getTime() - LATE_MS));
    await this.rounds.limited(() => this.events.seal(before, SEALED_AT_ONCE));
    return LOOK_MS;
  }
}
