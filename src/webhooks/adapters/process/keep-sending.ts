import { Injectable } from '@nestjs/common';
import type { ScheduleRun } from '../../../../libs/manifest/index.js';
import { CollectEvents } from '../../application/collect-events.js';
import { SendDeliveries } from '../../application/send-deliveries.js';
import { ReportDays } from '../../application/report-days.js';
import { Deliveries, type Subscription } from '../../ports/deliveries.js';

/** A batch starts only if it will certainly finish while this process may send. */
const BATCH_MS = 12_000;
/** Batches to one receiver until it is looked again how its webhook is now. */
const BATCHES = 100;

/**
 * Sends while a server runs. Each webhook is served by itself, so a receiver that is slow keeps no other one waiting;
 * never twice at once, so its order holds.
 */
@Injectable()
export class KeepSending {
  private readonly serving = new Set<number>();

  constructor(
    private readonly deliveries: Deliveries,
    private readonly collect: CollectEvents,
    private readonly sender: SendDeliveries,
    private readonly days: ReportDays,
  ) {}

  async run(run: ScheduleRun): Promise<void> {
    await run.withinLimit(() => this.days.report());
    for (const subscription of await run.withinLimit(() => this.deliveries.subscriptions())) {
      const { id } = subscription;
      if (this.serving.has(id)) continue;
      this.serving.add(id);
      void run.inBackground(this.serve(subscription, run).finally(() => this.serving.delete(id)));
    }
  }

  /** Reads on for one webhook, then sends what is due. */
  private async serve(subscription: Subscription, run: ScheduleRun): Promise<void> {
    await run.withinLimit(() => this.collect.collect(subscription));
    let now: Subscription | undefined = subscription;
    for (let batch = 0; now && batch < BATCHES && !run.isStopping && (await run.hasLeaseFor(BATCH_MS)); batch += 1) {
      const served: Subscription = now;
      now = await run.withinLimit(() => this.sender.send(served));
    }
  }
}
