import { Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { Rounds } from '../../../../libs/kernel/index.js';
import { CollectEvents } from '../../application/collect-events.js';
import { SendDeliveries } from '../../application/send-deliveries.js';
import { ReportDays } from '../../application/report-days.js';
import { Deliveries, type Subscription } from '../../ports/deliveries.js';

const LOOK_MS = 1_000;
const WAITING_MS = 5_000;
/** The lease time of the one process that sends. A batch starts only if it will certainly finish in time. */
const HELD_MS = 20_000;
const BATCH_MS = 12_000;
/** Batches to one receiver until it is looked again how its webhook is now. */
const BATCHES = 100;
/** What takes longer is tried again. */
const LIMIT_MS = 30_000;

/**
 * Sends while a server runs: one process of all, whatever fails is tried again. Each webhook is served by itself, so a
 * receiver that is slow keeps no other one waiting; never twice at once, so its order holds.
 */
@Injectable()
export class KeepSending implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly log = new Logger('webhooks');
  private readonly serving = new Map<number, Promise<void>>();
  private heldUntil = 0;
  private readonly rounds = new Rounds({
    name: 'webhooks',
    limitMs: LIMIT_MS,
    firstMs: LOOK_MS,
    failedMs: WAITING_MS,
    round: () => this.look(),
    failed: (error) => {
      this.log.warn({ msg: 'webhook deliveries could not be sent', err: error });
    },
  });

  constructor(
    private readonly deliveries: Deliveries,
    private readonly collect: CollectEvents,
    private readonly sender: SendDeliveries,
    private readonly days: ReportDays,
  ) {}

  onApplicationBootstrap(): void {
    this.rounds.start();
  }

  /** Nest's hook, before the database is let go. */
  async onModuleDestroy(): Promise<void> {
    await this.rounds.stop();
    await Promise.all(this.serving.values());
    if (this.heldUntil > 0) await this.deliveries.letGo().catch(() => undefined);
  }

  /** Only reads if there are no webhooks. */
  private async look(): Promise<number> {
    const found = await this.rounds.limited(() => this.deliveries.subscriptions());
    if (found.length === 0 || !(await this.hold())) return WAITING_MS;
    await this.rounds.limited(() => this.days.report());
    for (const subscription of found) this.begin(subscription);
    return LOOK_MS;
  }

  private begin(subscription: Subscription): void {
    const { id } = subscription;
    if (this.serving.has(id)) return;
    const served = this.serve(subscription)
      .catch((error: unknown) => {
        this.rounds.tell(error);
      })
      .finally(() => this.serving.delete(id));
    this.serving.set(id, served);
  }

  private async hold(): Promise<boolean> {
    const asked = performance.now();
    const holds = await this.rounds.limited(() => this.deliveries.hold(HELD_MS));
    this.heldUntil = holds ? asked + HELD_MS : 0;
    return holds;
  }

  private async mayGoOn(): Promise<boolean> {
    return performance.now() + BATCH_MS < this.heldUntil || this.hold();
  }

  /** Reads on for one webhook, then sends what is due. */
  private async serve(subscription: Subscription): Promise<void> {
    await this.rounds.limited(() => this.collect.collect(subscription));
    let now: Subscription | undefined = subscription;
    for (let batch = 0; now && batch < BATCHES && !this.rounds.isOver && (await this.mayGoOn()); batch += 1) {
      const served: Subscription = now;
      now = await this.rounds.limited(() => this.sender.send(served));
    }
  }
}
