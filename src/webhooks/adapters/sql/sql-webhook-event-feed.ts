import { Injectable } from '@nestjs/common';
import { ChangeLog, type LoggedChange, HistoryExpired } from '../../../../libs/kernel/index.js';
import { Database } from '../../../../libs/database/index.js';
import { type Resource, Resources } from '../../../../libs/records/index.js';
import { AuditChain, AuditEntriesFound } from '../../../audit/index.js';
import {
  WebhookEventFeed,
  type NumberedAct,
  type NumberedActs,
  type TurnedRecord,
} from '../../ports/webhook-event-feed.js';

const TURNED_AT_ONCE = 1_000;

/** Columns with the start and end of a period, its website and its product. */
const SPANS = [
  ['fromDate', 'toDate'],
  ['specialFrom', 'specialTo'],
] as const;

interface DatedTable {
  readonly resource: string;
  readonly table: string;
  readonly from: string;
  readonly to: string;
  readonly website: string | undefined;
  readonly product: string | undefined;
}

const columnOf = (resource: Resource, property: string): string | undefined => resource.byProperty.get(property)?.name;

const datedTable = (resource: Resource): DatedTable | undefined => {
  for (const [first, last] of SPANS) {
    const [from, to] = [columnOf(resource, first), columnOf(resource, last)];
    if (from === undefined || to === undefined) continue;
    return {
      resource: resource.resource,
      table: resource.table,
      from,
      to,
      website: columnOf(resource, 'websiteId'),
      product: resource.resource === 'product' ? 'id' : columnOf(resource, 'productId'),
    };
  }
  return undefined;
};

/** A period that ended on the previous day no longer applies on `day`. */
const dayBefore = (day: string): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) - 86_400_000).toISOString().slice(0, 10);

const DOWNLOADED = /^document:(\d+)$/;

/** Downloads are counted per quarter of an hour. Each count is sent once, as an event of the document. */
const downloadOf = (event: {
  readonly id: number;
  readonly number: number;
  readonly event: string;
  readonly caller: string;
  readonly subject: string | null;
  readonly count: number;
  readonly quarter: string;
  readonly lastAt: Date;
}): NumberedAct | undefined => {
  const document = event.event === 'document_downloaded' ? DOWNLOADED.exec(event.subject ?? '')?.[1] : undefined;
  if (document === undefined) return undefined;
  const changes = { count: [null, event.count], quarter: [null, event.quarter] } as const;
  return {
    number: event.number,
    at: event.lastAt,
    caller: event.caller,
    resource: 'document',
    action: 'downloaded',
    records: [{ position: event.id, id: Number(document), key: null, changes }],
  };
};

/**
 * Numbered audit entries, the change log, and records whose period starts or ends. Uses plain SQL, because the periods
 * of all tables are read by their indexes, page by page.
 */
@Injectable()
export class SqlWebhookEventFeed extends WebhookEventFeed {
  constructor(
    private readonly database: Database,
    private readonly log: ChangeLog,
    private readonly resources: Resources,
    private readonly chain: AuditChain,
    private readonly entries: AuditEntriesFound,
  ) {
    super();
  }

  async end(): Promise<{ readonly actNumber: number; readonly version: number }> {
    return { actNumber: (await this.chain.end()).number, version: await this.log.version() };
  }

  async acts(after: number, most: number): Promise<NumberedActs> {
    const { last, entered, events } = await this.entries.numbered(after, most);
    return { last, acts: [...entered, ...events.flatMap((event) => downloadOf(event) ?? [])] };
  }

  async changes(after: number, most: number): Promise<readonly LoggedChange[] | undefined> {
    try {
      return await this.log.since(after, most);
    } catch (error) {
      if (error instanceof HistoryExpired) return undefined;
      throw error;
    }
  }

  async *turned(websiteId: number, day: string): AsyncIterable<readonly TurnedRecord[]> {
    for (const dated of this.resources.all.map(datedTable)) if (dated) yield* this.turnedOf(dated, websiteId, day);
  }

  private async *turnedOf(
    { resource, table, from, to, website, product }: DatedTable,
    websiteId: number,
    day: string,
  ): AsyncIterable<readonly TurnedRecord[]> {
    const ofWebsite = website === undefined ? '' : ` AND ${website} IN (0, ?)`;
    const about = product === undefined ? 'NULL' : product;
    for (let after = 0; ;) {
      const rows = await this.database.search<{ id: number; product_id: number | null }>(
        `SELECT id, ${about} AS product_id FROM ${table} WHERE (${from} = ? OR ${to} = ?)${ofWebsite} AND id > ? ORDER BY id LIMIT ?`,
        [day, dayBefore(day), ...(website === undefined ? [] : [websiteId]), after, TURNED_AT_ONCE],
      );
      if (rows.length > 0) yield rows.map(({ id, product_id }) => ({ resource, id, productId: product_id }));
      if (rows.length < TURNED_AT_ONCE) return;
      after = rows.at(-1)?.id ?? after;
    }
  }
}
