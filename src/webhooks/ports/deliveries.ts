import type { Page } from '../../../libs/kernel/index.js';
import type { SubscribableEvent } from '../domain/events.js';

/** A webhook that receives events, and its progress. */
export interface Subscription {
  readonly id: number;
  readonly url: string;
  readonly events: readonly string[];
  readonly filter: readonly string[];
  /** When pending events are sent in a batch; null if each is sent alone. */
  readonly batch: { readonly max: number; readonly seconds: number } | null;
  /** The last audit entry and change-log version that were read for it. */
  readonly actNumber: number;
  readonly version: number;
  /**
   * Number of consecutive failures, the time of the first one (milliseconds since 1970), and the time of the next
   * attempt.
   */
  readonly failures: number;
  readonly failingSince: number | null;
  readonly nextAt: number;
  /** When it was created or last activated. */
  readonly startedAt: Date;
  /** The owner, such as `admin:5`; null if unknown. */
  readonly owner: string | null;
}

/** An event to be sent to a webhook. */
export interface Delivery {
  readonly id: number;
  readonly webhookId: number;
  readonly eventId: string;
  /** The id of its batch; null if it is sent alone. */
  readonly batchId: string | null;
  readonly type: string;
  readonly subject: string;
  readonly payload: string;
  readonly tries: number;
  /** Time of the first failed attempt, in milliseconds since 1970; null if there is none. */
  readonly firstFailedAt: number | null;
  readonly createdAt: Date;
}

/** A delivery as reported to callers. */
export interface DeliveryView extends Omit<Delivery, 'payload' | 'firstFailedAt'> {
  readonly payload: object;
  /** `withheld`: never sent, because the owner may no longer read the record. */
  readonly state: 'waiting' | 'delivered' | 'withheld';
  readonly status: number | null;
  readonly ms: number | null;
  readonly error: string | null;
  readonly sentAt: Date | null;
  /** Earliest time of the next attempt; null if there is none. */
  readonly nextTryAt: Date | null;
}

/** Result of an attempt. */
export interface Tried {
  readonly status: number | null;
  readonly ms: number;
  readonly error: string | null;
  /** How long a busy receiver asks to wait, in milliseconds; undefined if it does not say. */
  readonly waitMs?: number;
}

/** A delivery or a batch that was sent. */
export interface SentDelivery {
  readonly ids: readonly number[];
  readonly tried: Tried;
  readonly at: Date;
  /** Time of the next attempt in milliseconds since 1970; undefined once it is delivered. */
  readonly nextAt: number | undefined;
}

/** The pending and sent deliveries of webhooks. */
export abstract class Deliveries {
  /**
   * Acquires or renews the lease for sending, in milliseconds. Returns whether this process holds it; only one at a
   * time can.
   */
  abstract acquire(ms: number): Promise<boolean>;

  abstract release(): Promise<void>;

  /** The active webhooks. */
  abstract subscriptions(): Promise<readonly Subscription[]>;

  /** Sets the cursors of these webhooks to now. Runs in the ambient write transaction. */
  abstract begin(webhookIds: readonly number[]): Promise<void>;

  /** Deletes everything about deleted webhooks. Runs in the ambient write transaction. */
  abstract end(webhookIds: readonly number[]): Promise<void>;

  /**
   * Queues events and moves the cursor, in one transaction. Does nothing if the cursor has already moved or the
   * webhook is inactive.
   */
  abstract keep(
    subscription: Subscription,
    to: { readonly actNumber: number; readonly version: number },
    events: readonly SubscribableEvent[],
  ): Promise<void>;

  /** Queues these events for a webhook, in the ambient write transaction. */
  abstract add(webhookId: number, events: readonly SubscribableEvent[]): Promise<void>;

  /** Queues a test delivery for a webhook and records it in the audit trail; returns the event id. */
  abstract addTest(webhookId: number): Promise<string>;

  /** The first pending delivery of each record, if it is due, up to a maximum number. */
  abstract due(webhookId: number, now: number, most: number): Promise<readonly Delivery[]>;

  /**
   * The first pending delivery or its whole batch; empty until it is due. Creates a batch if there are enough
   * deliveries, and stores its id before anything is sent. A delivery that was first sent alone is sent alone again.
   */
  abstract nextBatch(
    webhookId: number,
    now: number,
    size: { readonly max: number; readonly seconds: number } | null,
  ): Promise<readonly Delivery[]>;

  /** Stores the results of these attempts in one transaction. */
  abstract keepTries(sent: readonly SentDelivery[]): Promise<void>;

  /** Permanently stops these deliveries and removes them from batches; they are only sent again on request. */
  abstract withhold(ids: readonly number[]): Promise<void>;

  /** The state of a receiver. */
  abstract standing(
    webhookId: number,
    of: { readonly failures: number; readonly failingSince: number | null; readonly nextAt: number },
  ): Promise<void>;

  /** The log of a webhook, newest first. */
  abstract log(webhookId: number, page: number, pageSize: number): Promise<Page<DeliveryView>>;

  /** Makes a delivery and its batch pending again, whatever their state. Returns whether the delivery exists. */
  abstract again(webhookId: number, deliveryId: number): Promise<boolean>;

  /** Deletes deliveries that were queued at least this many days ago, except pending ones. */
  abstract forget(days: number): Promise<void>;

  /** The last day of each website for which starting and ending prices were reported. */
  abstract lastDays(): Promise<ReadonlyMap<number, string>>;

  /** Stores the day in the ambient write transaction. Returns whether the previous value was still `last`. */
  abstract keepDay(websiteId: number, last: string | undefined, day: string): Promise<boolean>;

  abstract waiting(): Promise<number>;
}

/** The message to post, signed with each of the secrets. */
export interface Message {
  readonly id: string;
  readonly at: Date;
  /** JSON. */
  readonly payload: string;
  readonly secrets: readonly string[];
}

export abstract class Receivers {
  /**
   * Sends one delivery according to Standard Webhooks. Returns failures instead of throwing them; any 2xx status is a
   * success.
   */
  abstract post(url: string, message: Message): Promise<Tried>;
}
