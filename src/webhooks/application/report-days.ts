import { Injectable } from '@nestjs/common';
import { Clock, dayIn, everything, Transactions } from '../../../libs/kernel/index.js';
import { RecordStore, References } from '../../../libs/records/index.js';
import { ALL_WEBSITES, type Website, websiteResource } from '../../commerce/index.js';
import { matchesPattern, PRICE_CHANGED, type SubscribableEvent } from '../domain/events.js';
import { letThrough, priceEvent } from '../domain/price-events.js';
import { Deliveries } from '../ports/deliveries.js';
import { WebhookEventFeed } from '../ports/webhook-event-feed.js';
import { describeChanges } from './collect-events.js';

/** Above any actual number of websites. */
const WEBSITES_MAX = 1_000;

/** Sends price events that are only caused by the date: a period starts or ends at midnight of a website. */
@Injectable()
export class ReportDays {
  constructor(
    private readonly records: RecordStore,
    private readonly eventFeed: WebhookEventFeed,
    private readonly deliveries: Deliveries,
    private readonly references: References,
    private readonly transactions: Transactions,
    private readonly clock: Clock,
  ) {}

  /** Reports the websites where a new day has started. A new website starts with today. */
  async report(): Promise<void> {
    const now = this.clock.now();
    const known = await this.deliveries.lastDays();
    for (const { id, timezone } of await this.websites()) {
      if (id === ALL_WEBSITES) continue;
      const today = dayIn(timezone, now);
      const last = known.get(id);
      if (last === today || (last !== undefined && last > today)) continue;
      const days = last === undefined ? [] : daysAfter(last, today);
      const eventsByDay = new Map<string, readonly SubscribableEvent[]>();
      for (const day of days) eventsByDay.set(day, await this.eventsOf(id, day, now));
      const asked = (await this.deliveries.subscriptions()).filter(({ events: of }) =>
        matchesPattern(PRICE_CHANGED, of),
      );
      await this.transactions.write(async () => {
        if (!(await this.deliveries.keepDay(id, last, today))) return;
        for (const { id: webhookId, filter, startedAt } of asked) {
          // Days before the creation of the webhook are not reported.
          const firstDay = dayIn(timezone, startedAt);
          const events = [...eventsByDay].flatMap(([day, found]) => (day > firstDay ? found : []));
          await this.deliveries.add(
            webhookId,
            events.flatMap((event) => letThrough(event, filter)),
          );
        }
      });
    }
  }

  private async websites(): Promise<readonly Website[]> {
    return (await this.records.recordsOf(websiteResource).search(everything(WEBSITES_MAX))).items;
  }

  private async eventsOf(websiteId: number, day: string, at: Date): Promise<readonly SubscribableEvent[]> {
    const events: SubscribableEvent[] = [];
    for await (const turned of this.eventFeed.turned(websiteId, day)) {
      const changes = await describeChanges(
        this.references,
        turned.map(({ resource: scope, id, productId }) => ({ scope, id, productId })),
      );
      events.push(priceEvent(`d${websiteId}_${day}_${events.length}`, at, { day, website_id: websiteId, changes }));
    }
    return events;
  }
}

/** Maximum number of missed days that are reported after an outage. */
const DAYS_MAX = 31;

const daysAfter = (last: string, today: string): readonly string[] => {
  const days: string[] = [];
  for (let at = Date.parse(`${today}T00:00:00Z`); days.length < DAYS_MAX; at -= 86_400_000) {
    const day = new Date(at).toISOString().slice(0, 10);
    if (day <= last) break;
    days.unshift(day);
  }
  return days;
};
