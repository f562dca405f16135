import type { Page } from '../../../libs/kernel/index.js';
import type { TellableEvent } from '../domain/events.js';

/** A webhook that receives events, and its progress. */
export interface Subscription {
  readonly id: number;
  readonly url: string;
  readonly events: readonly string[];
  readonly filter: readonly string[];
  /** When waiting events are sent together; null: each by itself. */
  readonly batch: { readonly max: number; readonly seconds: number } | null;
  /** The last audit entry and change log version that were read for it. */
  readonly actNumber: number;
  readonly version: number;
  /** Tries in a row that failed, the instant of the first (milliseconds since 1970), and when it is tried again. */
  readonly failures: number;
  readonly failingSince: number | null;
  readonly nextAt: number;
  /** When it was made, or switched on last. */
  readonly startedAt: Date;
  /** The owner, such as `admin:5`; null if unknown. */
  readonly owner: string | null;
}

/** One event on its way to one webhook. */
export interface Delivery {
  readonly id: number;
  readonly webhookId: number;
  readonly eventId: string;
  /** The id of the batch that it belongs to; null if it is sent by itself. */
  readonly batchId: string | null;
  readonly type: string;
  readonly subject: string;
  readonly payload: string;
  readonly tries: number;
  /** Since when it is tried in vain; milliseconds since 1970. */
  readonly firstFailedAt: number | null;
  readonly createdAt: Date;
}

/** A delivery as it is reported. */
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

/** What came of one try. */
export interface Tried {
  readonly status: number | null;
  readonly ms: number;
  readonly error: string | null;
  /** How long a busy receiver asks to wait, in milliseconds; undefined if it does not say. */
  readonly waitMs?: number;
}

/** A delivery, or a batch of them, that was tried. */
export interface SentDelivery {
  readonly ids: readonly number[];
  readonly tried: Tried;
  readonly at: Date;
  /** When it is tried again, in milliseconds since 1970; undefined once it is delivered. */
  readonly nextAt: number | undefined;
}

/** The pending and sent deliveries of webhooks. */
export abstract class Deliveries {
  /** Whether this process may send for so long, in milliseconds; one at a time may. */
  abstract acquire(ms: number): Promise<boolean>;

  abstract release(): Promise<void>;

  /** Those that are switched on. */
  abstract subscriptions(): Promise<readonly Subscription[]>;

  /** Puts cursors of these webhooks to now; in the ambient write transaction. */
  abstract begin(webhookIds: readonly number[]): Promise<void>;

  /** Deletes everything about deleted webhooks; in the ambient write transaction. */
  abstract end(webhookIds: readonly number[]): Promise<void>;

  /** Queues events and moves the cursor, in one transaction; does nothing if the cursor has moved or the webhook is off. */
  abstract keep(
    subscription: Subscription,
    to: { readonly actNumber: number; readonly version: number },
    events: readonly TellableEvent[],
  ): Promise<void>;

  /** Keeps these events for webhooks, in the ambient write transaction. */
  abstract add(webhookId: number, events: readonly TellableEvent[]): Promise<void>;

  /** Queues a test delivery for a webhook and records it in the audit trail; returns the event id. */
  abstract addTest(webhookId: number): Promise<string>;

  /** The first pending delivery of each record whose time has come, up to a maximum number. */
  abstract due(webhookId: number, now: number, most: number): Promise<readonly Delivery[]>;

  /**
   * The first pending delivery, or all of its batch; empty until its time has come. Makes the batch if there is enough
   * for one, and stores its id before anything is sent. What was tried by itself is sent by itself again.
   */
  abstract nextBatch(
    webhookId: number,
    now: number,
    size: { readonly max: number; readonly seconds: number } | null,
  ): Promise<readonly Delivery[]>;

  /** Keeps what came of these, together. */
  abstract keepTries(sent: readonly SentDelivery[]): Promise<void>;

  /** Stops these deliveries for good, outside of any batch, except if they are sent again on request. */
  abstract withhold(ids: readonly number[]): Promise<void>;

  /** How a receiver does. */
  abstract standing(
    webhookId: number,
    of: { readonly failures: number; readonly failingSince: number | null; readonly nextAt: number },
  ): Promise<void>;

  /** The log of a webhook, the newest first. */
  abstract log(webhookId: number, page: number, pageSize: number): Promise<Page<DeliveryView>>;

  /** Makes one wait again with its batch, whatever became of it; whether it is there. */
  abstract again(webhookId: number, deliveryId: number): Promise<boolean>;

  /** Deletes deliveries that were queued at least this many days ago, except pending ones. */
  abstract forget(days: number): Promise<void>;

  /** The last day of each website whose starting and ending prices were reported. */
  abstract lastDays(): Promise<ReadonlyMap<number, string>>;

  /** Stores it in the ambient write transaction; returns whether it still was `last`. */
  abstract keepDay(websiteId: number, last: string | undefined, day: string): Promise<boolean>;

  /** How many wait, of all that are switched on. */
  abstract waiting(): Promise<number>;
}

/** The posted message, signed with each of the secrets. */
export interface Message {
  readonly id: string;
  readonly at: Date;
  /** JSON. */
  readonly payload: string;
  readonly secrets: readonly string[];
}

/** Receives deliveries. */
export abstract class Receivers {
  /**
   * Sends one delivery according to Standard Webhooks. Failures are returned, never thrown; any 2xx status is a
   * success.
   */
  abstract post(url: string, message: Message): Promise<Tried>;
}
