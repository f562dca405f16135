import { Injectable } from '@nestjs/common';
import { Clock, grouped, type LoggedChange, Words } from '../../../libs/kernel/index.js';
import { RANKED_SCOPES } from '../../../libs/kernel/index.js';
import { References } from '../../../libs/records/index.js';
import { matchesPattern, PRICE_CHANGED, type SubscribableEvent, typesOf } from '../domain/events.js';
import { EVERYTHING_CHANGED, letThrough, priceEvent, type PriceChange } from '../domain/price-events.js';
import type { Account } from '../ports/accounts.js';
import { Deliveries, type Subscription } from '../ports/deliveries.js';
import { WebhookEventFeed, type NumberedAct } from '../ports/webhook-event-feed.js';
import { EventRights } from './event-rights.js';
import { WebhookOwners } from './disable-webhook.js';
import { productResource } from '../../commerce/index.js';

/** The payload data of changes, with the SKUs of their products. */
export const describeChanges = async (
  references: References,
  changes: readonly { readonly scope: string; readonly id: number | null; readonly productId: number | null }[],
): Promise<readonly PriceChange[]> => {
  const productIds = [...new Set(changes.flatMap(({ productId }) => productId ?? []))];
  const skus = await references.keys(productResource.resource, 'sku', productIds);
  return changes.map(({ scope, id, productId }) => ({
    scope,
    id,
    product_id: productId,
    sku: productId === null ? null : (skus.get(productId) ?? null),
  }));
};

const ACTS_AT_ONCE = 50;
const CHANGES_AT_ONCE = 1_000;
/** Maximum number of steps to collect events before sending them. */
const STEPS = 20;

/** Events of an audit entry, under each of their names, with their position in the entry. */
const eventsOf = ({ number, at, caller, resource, action, records }: NumberedAct) =>
  records.flatMap(({ position, id, key, changes }) =>
    typesOf(resource, action, changes).map((type, name) => ({
      number,
      position,
      event: {
        id: `msg_a${number}_${position}${name === 0 ? '' : `_${name}`}`,
        type,
        subject: `${resource}:${id ?? key ?? ''}`,
        keys: [...(id === null ? [] : [String(id)]), ...(key === null ? [] : [key])],
        at,
        data: { resource, id, key, action, caller, number, changes },
      },
    })),
  );

/** Sorts the events in the order of the changes, because an audit entry groups its records by type. */
const inOrder = (acts: readonly NumberedAct[]): readonly SubscribableEvent[] =>
  acts
    .flatMap(eventsOf)
    .sort((one, other) => one.number - other.number || one.position - other.position)
    .map(({ event }) => event);

/** Reads new events for each webhook and queues their deliveries (webhooks.md, "Events"). */
@Injectable()
export class CollectEvents {
  private readonly scopes: ReadonlySet<string>;

  constructor(
    private readonly eventFeed: WebhookEventFeed,
    private readonly deliveries: Deliveries,
    private readonly owners: WebhookOwners,
    private readonly rights: EventRights,
    private readonly references: References,
    private readonly clock: Clock,
    words: Words,
  ) {
    this.scopes = new Set(words.wordsOf(RANKED_SCOPES));
  }

  async collect(subscription: Subscription): Promise<void> {
    const owner = await this.owners.find(subscription);
    if (!owner) return;
    let at = subscription;
    for (let step = 0; step < STEPS; step += 1) {
      const next = await this.step(at, owner);
      if (!next) return;
      at = { ...at, ...next };
    }
  }

  private async step(
    at: Subscription,
    owner: Account,
  ): Promise<{ readonly actNumber: number; readonly version: number } | undefined> {
    const { last, acts } = await this.eventFeed.acts(at.actNumber, ACTS_AT_ONCE);
    const changes = await this.eventFeed.changes(at.version, CHANGES_AT_ONCE);
    const version =
      changes === undefined ? (await this.eventFeed.end()).version : (changes.at(-1)?.version ?? at.version);
    const to = { actNumber: last ?? at.actNumber, version };
    if (to.actNumber === at.actNumber && to.version === at.version) return undefined;
    const events = [
      ...inOrder(acts),
      ...(matchesPattern(PRICE_CHANGED, at.events) ? await this.priceEvents(changes, version) : []),
    ];
    await this.deliveries.keep(
      at,
      to,
      events
        .filter((event) => matchesPattern(event.type, at.events) && this.rights.mayRead(owner, event))
        .flatMap((event) => letThrough(event, at.filter)),
    );
    return to;
  }

  private async priceEvents(
    changes: readonly LoggedChange[] | undefined,
    version: number,
  ): Promise<readonly SubscribableEvent[]> {
    // The log does not go back far enough, so anything may have changed.
    if (changes === undefined)
      return [priceEvent(`v${version}`, this.clock.now(), { version, changes: [EVERYTHING_CHANGED] })];
    const byVersion = grouped(
      changes.filter(({ scope }) => this.scopes.has(scope)),
      (change) => change.version,
      (change) => change,
    );
    const events: SubscribableEvent[] = [];
    for (const [of, found] of byVersion) {
      const reported = await describeChanges(this.references, found);
      events.push(priceEvent(`v${of}`, found[0]?.at ?? this.clock.now(), { version: of, changes: reported }));
    }
    return events;
  }
}
