import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Clock, type Page, Transactions } from '../../../../libs/kernel/index.js';
import { chunks, Database, inList, Lease } from '../../../../libs/database/index.js';
import { TEST_EVENT, type SubscribableEvent } from '../../domain/events.js';
import { BATCH_FRAME_BYTES, BATCH_MAX_BYTES, BATCHED_FRAME_BYTES } from '../../domain/delivery.js';
import { WEBHOOK_DAY } from '../typeorm/typeorm-webhook-secrets.js';
import { WebhookEventFeed } from '../../ports/webhook-event-feed.js';
import {
  Deliveries,
  type Delivery,
  type SentDelivery,
  type Subscription,
  type DeliveryView,
} from '../../ports/deliveries.js';

interface SubscriptionRow {
  readonly id: number;
  readonly url: string;
  readonly events: string;
  readonly filter: string;
  readonly batch: string | null;
  readonly act_number: number;
  readonly version: number;
  readonly failures: number;
  readonly failing_since: number | null;
  readonly next_at: number;
  readonly begun_at: number;
  readonly owner: string | null;
}

interface DeliveryRow {
  readonly id: number;
  readonly webhook_id: number;
  readonly event_id: string;
  readonly batch_id: string | null;
  readonly type: string;
  readonly subject: string;
  readonly payload: string;
  readonly state: DeliveryView['state'];
  readonly tries: number;
  readonly first_failed_at: number | null;
  readonly status: number | null;
  readonly ms: number | null;
  readonly error: string | null;
  readonly created_at: string;
  readonly sent_at: string | null;
  readonly next_at: number;
}

/** A pending delivery without its event, but with the event's size. */
interface WaitingRow {
  readonly id: number;
  readonly event_id: string;
  readonly batch_id: string | null;
  readonly tries: number;
  readonly next_at: number;
  readonly created_at: string;
  readonly bytes: number;
}

const DAY_MS = 24 * 3_600_000;
const ROWS_PER_INSERT = 50;
const SUBJECT_MAX = 255;
const ERROR_MAX = 255;
const COLUMNS = 'webhook_id, event_id, type, subject, payload, state, tries, next_at, created_at';
const READ =
  'id, webhook_id, event_id, batch_id, type, subject, payload, state, tries, first_failed_at, status, ms, error, created_at, sent_at, next_at';

/** Depending on the driver, a JSON column is returned as an object or as text. */
const parsed = <T>(value: unknown): T => (typeof value === 'string' ? JSON.parse(value) : value) as T;

const deliveryOf = (row: DeliveryRow): Delivery => ({
  id: Number(row.id),
  webhookId: row.webhook_id,
  eventId: row.event_id,
  batchId: row.batch_id,
  type: row.type,
  subject: row.subject,
  payload: typeof row.payload === 'string' ? row.payload : JSON.stringify(row.payload),
  tries: row.tries,
  firstFailedAt: row.first_failed_at === null ? null : Number(row.first_failed_at),
  createdAt: new Date(row.created_at),
});

/**
 * Whether the delivery was sent before, alone or in a batch (with an id), so that it must be sent in the same form
 * again.
 */
const isTried = ({ batch_id: batchId, tries }: WaitingRow): boolean => batchId !== null || tries > 0;

/** The first deliveries that form a batch: not tried yet, and within the size limit of a body. */
const firstBatch = (waiting: readonly WaitingRow[]): readonly WaitingRow[] => {
  let bytes = BATCH_FRAME_BYTES;
  const end = waiting.findIndex((row, index) => {
    bytes += Number(row.bytes) + row.event_id.length + BATCHED_FRAME_BYTES;
    return isTried(row) || (index > 0 && bytes > BATCH_MAX_BYTES);
  });
  return end === -1 ? waiting : waiting.slice(0, end);
};

/** The event in the format for its receiver. */
const payloadOf = ({ type, at, data }: SubscribableEvent): string =>
  JSON.stringify({ type, timestamp: at.toISOString(), data });

/**
 * Queued deliveries, and the progress of each webhook. Uses plain SQL, because many deliveries per second are read
 * with a join and written together.
 */
@Injectable()
export class SqlDeliveries extends Deliveries {
  private readonly lease: Lease;

  constructor(
    private readonly database: Database,
    private readonly transactions: Transactions,
    private readonly eventFeed: WebhookEventFeed,
    private readonly clock: Clock,
  ) {
    super();
    this.lease = new Lease(database, transactions, 'webhook_turn');
  }

  acquire(ms: number): Promise<boolean> {
    return this.lease.acquire(ms);
  }

  release(): Promise<void> {
    return this.lease.release();
  }

  async subscriptions(): Promise<readonly Subscription[]> {
    const rows = await this.database.query<SubscriptionRow>(
      'SELECT w.id AS id, w.owner AS owner, w.url AS url, w.events AS events, w.filter AS filter, w.batch AS batch, c.act_number AS act_number, ' +
        'c.version AS version, c.failures AS failures, c.failing_since AS failing_since, c.next_at AS next_at, c.begun_at AS begun_at ' +
        'FROM webhook w JOIN webhook_cursor c ON c.webhook_id = w.id WHERE w.is_active = 1 ORDER BY w.id',
    );
    return rows.map((row) => ({
      id: row.id,
      url: row.url,
      events: parsed<readonly string[]>(row.events),
      filter: parsed<readonly string[]>(row.filter),
      batch: row.batch === null ? null : parsed<Subscription['batch']>(row.batch),
      actNumber: Number(row.act_number),
      version: Number(row.version),
      failures: row.failures,
      failingSince: row.failing_since === null ? null : Number(row.failing_since),
      nextAt: Number(row.next_at),
      startedAt: new Date(Number(row.begun_at)),
      owner: row.owner,
    }));
  }

  async begin(webhookIds: readonly number[]): Promise<void> {
    const { actNumber, version } = await this.eventFeed.end();
    for (const id of webhookIds) {
      await this.database.run('DELETE FROM webhook_cursor WHERE webhook_id = ?', [id]);
      await this.database.run(
        'INSERT INTO webhook_cursor (webhook_id, act_number, version, failures, failing_since, next_at, begun_at) VALUES (?, ?, ?, 0, NULL, 0, ?)',
        [id, actNumber, version, this.clock.now().getTime()],
      );
      // Pending deliveries get another three days.
      await this.database.run('UPDATE webhook_delivery SET first_failed_at = NULL WHERE webhook_id = ?', [id]);
    }
  }

  async end(webhookIds: readonly number[]): Promise<void> {
    for (const id of webhookIds)
      for (const table of ['webhook_cursor', 'webhook_secret', 'webhook_delivery'])
        await this.database.run(`DELETE FROM ${table} WHERE webhook_id = ?`, [id]);
  }

  keep(
    { id, actNumber, version }: Subscription,
    to: { readonly actNumber: number; readonly version: number },
    events: readonly SubscribableEvent[],
  ): Promise<void> {
    return this.transactions.write(async () => {
      const { affected } = await this.database.run(
        'UPDATE webhook_cursor SET act_number = ?, version = ? WHERE webhook_id = ? AND act_number = ? AND version = ? ' +
          'AND EXISTS (SELECT 1 FROM webhook WHERE id = ? AND is_active = 1)',
        [to.actNumber, to.version, id, actNumber, version, id],
      );
      if (affected > 0) await this.insert(id, events);
    });
  }

  add(webhookId: number, events: readonly SubscribableEvent[]): Promise<void> {
    return this.insert(webhookId, events);
  }

  async addTest(webhookId: number): Promise<string> {
    const id = `msg_t-${randomUUID()}`;
    const event = {
      id,
      type: TEST_EVENT,
      subject: id,
      keys: [],
      at: this.clock.now(),
      data: { webhook_id: webhookId },
    };
    await this.transactions.write(async () => {
      await this.insert(webhookId, [event]);
      await this.database.enter({ resource: 'webhook', id: webhookId, action: 'tested' });
    });
    return id;
  }

  async due(webhookId: number, now: number, most: number): Promise<readonly Delivery[]> {
    const rows = await this.database.query<DeliveryRow>(
      `SELECT ${READ} FROM webhook_delivery d JOIN (SELECT MIN(id) AS first FROM webhook_delivery ` +
        "WHERE webhook_id = ? AND state = 'waiting' GROUP BY subject) f ON f.first = d.id WHERE d.next_at <= ? " +
        'AND d.webhook_id IN (SELECT id FROM webhook WHERE is_active = 1) ORDER BY d.id LIMIT ?',
      [webhookId, now, most],
    );
    return rows.map(deliveryOf);
  }

  async nextBatch(webhookId: number, now: number, size: Subscription['batch']): Promise<readonly Delivery[]> {
    const waiting = await this.database.query<WaitingRow>(
      'SELECT id, event_id, batch_id, tries, next_at, created_at, OCTET_LENGTH(payload) AS bytes FROM webhook_delivery ' +
        "WHERE webhook_id = ? AND state = 'waiting' AND webhook_id IN (SELECT id FROM webhook WHERE is_active = 1) " +
        'ORDER BY id LIMIT ?',
      [webhookId, size?.max ?? 1],
    );
    const [first] = waiting;
    if (!first || Number(first.next_at) > now) return [];
    if (first.batch_id !== null) return this.waitingOf('webhook_id = ? AND batch_id = ?', [webhookId, first.batch_id]);
    if (size === null || isTried(first)) return this.waitingOf('id = ?', [first.id]);
    const batch = firstBatch(waiting);
    const isFull = batch.length === size.max || batch.length < waiting.length;
    if (!isFull && now < new Date(first.created_at).getTime() + size.seconds * 1000) return [];
    const batchId = `msg_b-${randomUUID()}`;
    const { text, params } = inList(
      'id',
      batch.map(({ id }) => id),
    );
    await this.transactions.write(() =>
      this.database.run(`UPDATE webhook_delivery SET batch_id = ? WHERE ${text}`, [batchId, ...params]),
    );
    return this.waitingOf('webhook_id = ? AND batch_id = ?', [webhookId, batchId]);
  }

  async keepTries(sent: readonly SentDelivery[]): Promise<void> {
    await this.transactions.write(async () => {
      for (const { ids, tried, at, nextAt } of sent) {
        const { text, params } = inList('id', ids);
        await this.database.run(
          'UPDATE webhook_delivery SET state = ?, tries = tries + 1, next_at = ?, ' +
            'first_failed_at = COALESCE(first_failed_at, ?), status = ?, ms = ?, error = ?, sent_at = ? WHERE ' +
            text,
          [
            nextAt === undefined ? 'delivered' : 'waiting',
            nextAt ?? 0,
            nextAt === undefined ? null : at.getTime(),
            tried.status,
            tried.ms,
            tried.error?.slice(0, ERROR_MAX) ?? null,
            at,
            ...params,
          ],
        );
      }
    });
  }

  async withhold(ids: readonly number[]): Promise<void> {
    const { text, params } = inList('id', ids);
    await this.transactions.write(() =>
      this.database.run(`UPDATE webhook_delivery SET state = 'withheld', batch_id = NULL WHERE ${text}`, params),
    );
  }

  async standing(
    webhookId: number,
    of: { readonly failures: number; readonly failingSince: number | null; readonly nextAt: number },
  ): Promise<void> {
    await this.transactions.write(() =>
      this.database.run('UPDATE webhook_cursor SET failures = ?, failing_since = ?, next_at = ? WHERE webhook_id = ?', [
        of.failures,
        of.failingSince,
        of.nextAt,
        webhookId,
      ]),
    );
  }

  async log(webhookId: number, page: number, pageSize: number): Promise<Page<DeliveryView>> {
    const rows = await this.database.search<DeliveryRow>(
      `SELECT ${READ} FROM webhook_delivery WHERE webhook_id = ? ORDER BY id DESC LIMIT ? OFFSET ?`,
      [webhookId, pageSize, (page - 1) * pageSize],
    );
    const [counted] = await this.database.search<{ n: number }>(
      'SELECT COUNT(*) AS n FROM webhook_delivery WHERE webhook_id = ?',
      [webhookId],
    );
    const cursor = await this.database.queryOne<{ next_at: number }>(
      'SELECT next_at FROM webhook_cursor WHERE webhook_id = ?',
      [webhookId],
    );
    // A receiver that fails or asks for a pause delays all its deliveries.
    const nextOf = ({ state, next_at: own }: DeliveryRow): Date | null => {
      const at = Math.max(Number(own), Number(cursor?.next_at ?? 0));
      return state !== 'waiting' || at === 0 ? null : new Date(at);
    };
    const items = rows.map((row) => ({
      ...deliveryOf(row),
      payload: parsed<object>(row.payload),
      state: row.state,
      status: row.status,
      ms: row.ms,
      error: row.error,
      sentAt: row.sent_at === null ? null : new Date(row.sent_at),
      nextTryAt: nextOf(row),
    }));
    return { items, total: Number(counted?.n ?? 0) };
  }

  async again(webhookId: number, deliveryId: number): Promise<boolean> {
    const found = await this.database.queryOne<{ batch_id: string | null }>(
      'SELECT batch_id FROM webhook_delivery WHERE webhook_id = ? AND id = ?',
      [webhookId, deliveryId],
    );
    if (!found) return false;
    await this.transactions.write(async () => {
      await this.database.run(
        "UPDATE webhook_delivery SET state = 'waiting', next_at = 0, first_failed_at = NULL WHERE id = ? OR (webhook_id = ? AND batch_id = ?)",
        [deliveryId, webhookId, found.batch_id],
      );
      await this.database.enter({ resource: 'webhook', id: webhookId, action: 'sent_again' });
    });
    return true;
  }

  async forget(days: number): Promise<void> {
    const before = new Date(this.clock.now().getTime() - days * DAY_MS);
    await this.transactions.write(() =>
      this.database.run("DELETE FROM webhook_delivery WHERE created_at < ? AND state <> 'waiting'", [before]),
    );
  }

  async lastDays(): Promise<ReadonlyMap<number, string>> {
    const rows = await this.database.repository(WEBHOOK_DAY).find();
    return new Map(rows.map(({ website_id: id, day }) => [id, day]));
  }

  async keepDay(website_id: number, last: string | undefined, day: string): Promise<boolean> {
    const days = this.database.repository(WEBHOOK_DAY);
    if (last === undefined) await days.insert({ website_id, day });
    return last === undefined || (await days.update({ website_id, day: last }, { day })).affected === 1;
  }

  async waiting(): Promise<number> {
    const row = await this.database.queryOne<{ n: number }>(
      "SELECT COUNT(*) AS n FROM webhook_delivery d JOIN webhook w ON w.id = d.webhook_id WHERE d.state = 'waiting' AND w.is_active = 1",
    );
    return Number(row?.n ?? 0);
  }

  private async waitingOf(where: string, params: readonly (string | number)[]): Promise<readonly Delivery[]> {
    const rows = await this.database.query<DeliveryRow>(
      `SELECT ${READ} FROM webhook_delivery WHERE ${where} AND state = 'waiting' ORDER BY id`,
      params,
    );
    return rows.map(deliveryOf);
  }

  private async insert(webhookId: number, events: readonly SubscribableEvent[]): Promise<void> {
    const at = this.clock.now();
    for (const some of chunks(events, ROWS_PER_INSERT))
      await this.database.run(
        `INSERT INTO webhook_delivery (${COLUMNS}) VALUES ${some.map(() => "(?, ?, ?, ?, ?, 'waiting', 0, 0, ?)").join(', ')}`,
        some.flatMap((event) => [
          webhookId,
          event.id,
          event.type,
          event.subject.slice(0, SUBJECT_MAX),
          payloadOf(event),
          at,
        ]),
      );
  }
}
