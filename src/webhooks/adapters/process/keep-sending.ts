import { Injectable } from '@nestjs/common';
import type { ScheduleRun } from '../../../../libs/manifest/index.js';
import { CollectEvents } from '../../application/collect-events.js';
import { SendDeliveries } from '../../application/send-deliveries.js';
import { ReportDays } from '../../application/report-days.js';
import { Deliveries, type Subscription } from '../../ports/deliveries.js';

/** In milliseconds. A batch only starts if it will certainly finish while this process holds the lease. */
const BATCH_MS = 12_000;
/** Number of batches to one receiver before its webhook is read again. */
const BATCHES = 100;

/**
 * Sends deliveries while a server runs. Webhooks are processed independently, so a slow receiver does not delay
 * others. Each is processed by only one task at a time, which preserves its order.
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

  /** Collects new events of one webhook, then sends what is due. */
  private async serve(subscription: Subscription, run: ScheduleRun): Promise<void> {
    await run.withinLimit(() => this.collect.collect(subscription));
    let now: Subscription | undefined = subscription;
    for (let batch = 0; now && batch < BATCHES && !run.isStopping && (await run.hasLeaseFor(BATCH_MS)); batch += 1) {
      const served: Subscription = now;
      now = await run.withinLimit(() => this.sender.send(served));
    }
  }
}
