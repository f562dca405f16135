import { Injectable } from '@nestjs/common';
import { Clock } from '../../../libs/kernel/index.js';
import type { EventSubject } from '../domain/event-rights.js';
import { batchOf, pauseAfter, TRIED_MS } from '../domain/delivery.js';
import {
  Deliveries,
  type Delivery,
  type SentDelivery,
  type Subscription,
  type Tried,
  Receivers,
} from '../ports/deliveries.js';
import { WebhookSecrets } from '../ports/webhook-secrets.js';
import { DisableWebhook, WebhookOwners } from './disable-webhook.js';
import { WEBHOOK_DELIVERIES, WEBHOOK_SECONDS } from './metrics.js';
import { EventRights } from './event-rights.js';

/** Maximum number of concurrent deliveries to one receiver. */
const AT_ONCE = 8;
const GONE = 410;

type Outcome = 'delivered' | 'failed' | 'gone';

const outcomeOf = ({ status }: Tried): Outcome => {
  if (status === GONE) return 'gone';
  return status !== null && status >= 200 && status < 300 ? 'delivered' : 'failed';
};

/** Id and body of a batch or of a single delivery. */
const messageOf = (message: readonly Delivery[]): { readonly id: string; readonly payload: string } => {
  const [first] = message;
  if (!first) throw new Error('a message without events');
  const { batchId, eventId, payload } = first;
  return batchId === null ? { id: eventId, payload } : { id: batchId, payload: batchOf(message) };
};

/**
 * Sends pending deliveries in order for each record, and several records of a receiver concurrently (webhooks.md,
 * "Delivery").
 */
@Injectable()
export class SendDeliveries {
  constructor(
    private readonly deliveries: Deliveries,
    private readonly receivers: Receivers,
    private readonly secrets: WebhookSecrets,
    private readonly off: DisableWebhook,
    private readonly owners: WebhookOwners,
    private readonly rights: EventRights,
    private readonly clock: Clock,
  ) {}

  /**
   * Sends what is due to one receiver, up to a number of deliveries or one batch. Returns the webhook's current state
   * if more may be due.
   */
  async send(subscription: Subscription): Promise<Subscription | undefined> {
    const now = this.clock.now().getTime();
    if (subscription.nextAt > now) return undefined;
    const secrets = await this.secrets.find(subscription.id, now);
    // Everything waits until the webhook has a secret.
    if (secrets.length === 0) return undefined;
    const { found, isBatch } = await this.find(subscription, now);
    if (found.length === 0) return undefined;
    const due = await this.readable(subscription, found);
    if (!due || due.length === 0) return due && subscription;
    const messages = isBatch ? [due] : due.map((delivery) => [delivery]);
    const sent = await Promise.all(messages.map((message) => this.sendOne(subscription, message, secrets)));
    await this.deliveries.keepTries(sent);
    if (sent.some(({ tried }) => tried.status === GONE)) {
      await this.off.disable(subscription.id, 'gone');
      return undefined;
    }
    // An event that is rejected repeatedly also stops the webhook, because later events of the record wait for it.
    const isEndless = messages.some(
      ([first], index) => sent[index]?.nextAt !== undefined && now - (first?.firstFailedAt ?? Infinity) > TRIED_MS,
    );
    if (isEndless) {
      await this.off.disable(subscription.id, 'failing');
      return undefined;
    }
    return this.keepStanding(subscription, sent);
  }

  /**
   * What is due: deliveries to send concurrently or, in order, the next batch. A batch that was tried before is sent
   * unchanged.
   */
  private async find(
    { id, failures, batch }: Subscription,
    now: number,
  ): Promise<{ readonly found: readonly Delivery[]; readonly isBatch: boolean }> {
    // A failing receiver gets one delivery at a time until it responds.
    const due = batch ? undefined : await this.deliveries.due(id, now, failures > 0 ? 1 : AT_ONCE);
    if (due?.every(({ batchId }) => batchId === null)) return { found: due, isBatch: false };
    const found = await this.deliveries.nextBatch(id, now, batch);
    return { found, isBatch: found.some(({ batchId }) => batchId !== null) };
  }

  /** The deliveries that the owner may read now; withholds the others. Undefined if there is no owner. */
  private async readable(
    subscription: Subscription,
    found: readonly Delivery[],
  ): Promise<readonly Delivery[] | undefined> {
    const owner = await this.owners.find(subscription);
    if (!owner) return undefined;
    const isReadable = ({ payload }: Delivery): boolean =>
      this.rights.mayRead(owner, JSON.parse(payload) as EventSubject);
    const withheld = found.filter((delivery) => !isReadable(delivery));
    if (withheld.length > 0) await this.deliveries.withhold(withheld.map(({ id }) => id));
    return found.filter((delivery) => !withheld.includes(delivery));
  }

  private async sendOne(
    subscription: Subscription,
    message: readonly Delivery[],
    secrets: readonly string[],
  ): Promise<SentDelivery> {
    const { id, payload } = messageOf(message);
    const tried = await this.receivers.post(subscription.url, { id, at: this.clock.now(), payload, secrets });
    const outcome = outcomeOf(tried);
    WEBHOOK_DELIVERIES.add(1, outcome);
    WEBHOOK_SECONDS.observe(tried.ms / 1000);
    const at = this.clock.now();
    const pause = tried.waitMs ?? pauseAfter((message[0]?.tries ?? 0) + 1, Math.random());
    const nextAt = outcome === 'delivered' ? undefined : at.getTime() + pause;
    return { ids: message.map((delivery) => delivery.id), tried, at, nextAt };
  }

  private async keepStanding(
    subscription: Subscription,
    sent: readonly SentDelivery[],
  ): Promise<Subscription | undefined> {
    const { id, failures, failingSince } = subscription;
    const waits = sent.flatMap(({ tried }) => tried.waitMs ?? []);
    if (sent.some(({ nextAt }) => nextAt === undefined)) {
      if (failures === 0 && waits.length === 0) return subscription;
      const nextAt = waits.length === 0 ? 0 : this.clock.now().getTime() + Math.max(...waits);
      const well = { failures: 0, failingSince: null, nextAt };
      await this.deliveries.standing(id, well);
      return nextAt === 0 ? { ...subscription, ...well } : undefined;
    }
    const now = this.clock.now().getTime();
    const since = failingSince ?? now;
    if (now - since > TRIED_MS) await this.off.disable(id, 'failing');
    else {
      const pause = waits.length === 0 ? pauseAfter(failures + 1, Math.random()) : Math.max(...waits);
      const nextAt = now + pause;
      await this.deliveries.standing(id, { failures: failures + 1, failingSince: since, nextAt });
    }
    return undefined;
  }
}
