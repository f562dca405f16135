import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Clock, grouped, Transactions } from '../../../../libs/kernel/index.js';
import {
  chunks,
  Database,
  digestOfPart,
  digestOfParts,
  type EnteredLine,
  inList,
  Lease,
  Personal,
  unpacked,
} from '../../../../libs/database/index.js';
import type { Act, ChainEnd, Link } from '../../domain/chain.js';
import { AuditChain, type ClosedDay, type StoredAct } from '../../ports/audit-chain.js';
import { ACT_COLUMNS, actOf, type ActRow } from './act-rows.js';
import { digestOfEvents, EVENTS_OPERATION, eventsOfActs } from './event-rows.js';

interface ChainRow {
  readonly owner: string | null;
  readonly number: number;
  readonly hash: string;
  readonly day: string | null;
}

interface DayRow {
  readonly day: string;
  readonly first_number: number;
  readonly last_number: number;
  readonly acts: number;
  readonly head: string;
  readonly removed_at: string | null;
}

interface LinkedRow extends ActRow {
  readonly number: number;
  readonly day: string;
  readonly hash: string;
  readonly personal: string | null;
}

interface PartRow {
  readonly act_id: number;
  readonly part: number;
  readonly resource: string;
  readonly action: string;
  readonly entries: number;
  readonly entered: string;
  readonly personal: string | null;
}

const REMOVED_AT_ONCE = 500;

const dayOf = (row: DayRow): ClosedDay => ({
  day: row.day,
  firstNumber: Number(row.first_number),
  lastNumber: Number(row.last_number),
  acts: row.acts,
  head: row.head,
  removedAt: row.removed_at,
});

const isFalse = (row: { readonly personal: string | null; readonly personal_digest: string | null }): boolean =>
  row.personal !== null && !Personal.isGenuine(row.personal, row.personal_digest ?? '');

/** Whether the personal values of an entry do not match their digests. */
const hasFalsePersonal = ({ personal }: PartRow, lines: readonly EnteredLine[]): boolean => {
  if (personal === null) return false;
  const digests = new Map(lines.map(([position, , , , , , digest]) => [String(position), digest]));
  return Object.entries(JSON.parse(personal) as Readonly<Record<string, string>>).some(
    ([position, text]) => !Personal.isGenuine(text, digests.get(position) ?? ''),
  );
};

/** The parsed content of a row; undefined if it cannot be parsed. */
const linesOf = ({ entered }: PartRow): readonly [text: string, lines: readonly EnteredLine[]] => {
  try {
    const text = unpacked(entered);
    return [text, JSON.parse(text) as readonly EnteredLine[]];
  } catch {
    return [entered, []];
  }
};

/** The number and digest of an entry's rows. */
const actualOf = (rows: readonly PartRow[]): StoredAct['actual'] => {
  let [entries, falsePersonal] = [0, false];
  const parts = rows.map((row) => {
    const [entered, lines] = linesOf(row);
    entries += lines.length;
    falsePersonal ||= hasFalsePersonal(row, lines);
    return { part: row.part, digest: digestOfPart({ ...row, entered }) };
  });
  return { entries, digest: digestOfParts(parts), falsePersonal };
};

/** Uses plain SQL: one row holds the lease on the chain, and one statement chains many entries. */
@Injectable()
export class SqlAuditChain extends AuditChain {
  private readonly lease: Lease;

  constructor(
    private readonly database: Database,
    private readonly transactions: Transactions,
    private readonly clock: Clock,
  ) {
    super();
    this.lease = new Lease(database, transactions, 'audit_chain');
  }

  digest(text: string): string {
    return createHash('sha256').update(text).digest('hex');
  }

  async isWaiting(): Promise<boolean> {
    const [found] = await this.database.queryAside('SELECT id FROM audit_act WHERE number IS NULL LIMIT 1');
    return found !== undefined;
  }

  acquire(ms: number): Promise<boolean> {
    return this.lease.acquire(ms);
  }

  release(): Promise<void> {
    return this.lease.release();
  }

  extend(
    most: number,
    link: (end: ChainEnd, acts: readonly Act[]) => readonly (Link & { readonly id: number })[],
  ): Promise<{ readonly count: number; readonly closed: ClosedDay | undefined }> {
    return this.transactions.write(async () => {
      const row = await this.database.queryOne<ChainRow>(
        `SELECT owner, number, hash, day FROM audit_chain WHERE id = 1${this.database.lock}`,
      );
      if (row?.owner !== this.lease.owner) return { count: 0, closed: undefined };
      const end: ChainEnd = { number: Number(row.number), hash: row.hash, day: row.day };
      const rows = await this.database.query<ActRow>(
        `SELECT ${ACT_COLUMNS} FROM audit_act WHERE number IS NULL ORDER BY id LIMIT ?`,
        [most],
      );
      const links = link(end, rows.map(actOf));
      const last = links.at(-1);
      if (!last) return { count: 0, closed: undefined };
      await this.number(links);
      await this.database.run('UPDATE audit_chain SET number = ?, hash = ?, day = ? WHERE id = 1', [
        last.number,
        last.hash,
        last.day,
      ]);
      const closed = end.day !== null && end.day !== last.day ? await this.close(end, end.day) : undefined;
      return { count: links.length, closed };
    });
  }

  async end(): Promise<ChainEnd> {
    const row = await this.database.queryOne<ChainRow>('SELECT owner, number, hash, day FROM audit_chain WHERE id = 1');
    if (!row) throw new Error('audit_chain has no row');
    return { number: Number(row.number), hash: row.hash, day: row.day };
  }

  async days(): Promise<readonly ClosedDay[]> {
    return (await this.database.query<DayRow>('SELECT * FROM audit_day ORDER BY day')).map(dayOf);
  }

  async acts(after: number, most: number): Promise<readonly StoredAct[]> {
    const rows = await this.database.search<LinkedRow>(
      `SELECT ${ACT_COLUMNS}, number, day, hash, personal FROM audit_act WHERE number > ? ORDER BY number LIMIT ?`,
      [after, most],
    );
    const ids = rows.map(({ id }) => Number(id));
    const entries = grouped(
      await this.partsOf(ids),
      ({ act_id }) => Number(act_id),
      (part) => part,
    );
    const events = await eventsOfActs(this.database, ids);
    return rows.map((row) => {
      const id = Number(row.id);
      const actual =
        row.operation === EVENTS_OPERATION
          ? {
              entries: events.get(id)?.length ?? 0,
              digest: digestOfEvents(events.get(id) ?? []),
              falsePersonal: (events.get(id) ?? []).some(isFalse),
            }
          : actualOf(entries.get(id) ?? []);
      return {
        ...actOf(row),
        number: Number(row.number),
        day: row.day,
        hash: row.hash,
        actual: { ...actual, falsePersonal: actual.falsePersonal || isFalse(row) },
      };
    });
  }

  async removeDay({ day, firstNumber, lastNumber }: ClosedDay): Promise<void> {
    for (;;) {
      const rows = await this.database.query<{ id: number }>(
        'SELECT id FROM audit_act WHERE number BETWEEN ? AND ? ORDER BY number LIMIT ?',
        [firstNumber, lastNumber, REMOVED_AT_ONCE],
      );
      if (rows.length === 0) break;
      const parts = await this.partsOf(rows.map(({ id }) => Number(id)));
      await this.transactions.write(async () => {
        for (const part of parts) await this.removeRecordIndex(part);
        for (const [table, column] of [
          ['audit_entry', 'act_id'],
          ['audit_event', 'act_id'],
          ['audit_act', 'id'],
        ] as const) {
          const { text, params } = inList(
            column,
            rows.map(({ id }) => Number(id)),
          );
          await this.database.run(`DELETE FROM ${table} WHERE ${text}`, params);
        }
      });
    }
    await this.transactions.write(() =>
      this.database.run('UPDATE audit_day SET removed_at = ? WHERE day = ?', [this.clock.now(), day]),
    );
  }

  /** Deletes the index entries for the records of a row; there is no index from the act to them. */
  private async removeRecordIndex(part: PartRow): Promise<void> {
    const { act_id, resource, entries } = part;
    if (entries === 1) return;
    const ids = linesOf(part)[1].flatMap(([, id]) => id ?? []);
    for (const some of chunks([...new Set(ids)])) {
      const { text, params } = inList('record_id', some);
      await this.database.run(`DELETE FROM audit_record WHERE resource = ? AND ${text} AND act_id = ?`, [
        resource,
        ...params,
        act_id,
      ]);
    }
  }

  private async partsOf(ids: readonly number[]): Promise<readonly PartRow[]> {
    if (ids.length === 0) return [];
    const { text, params } = inList('act_id', ids);
    return this.database.search<PartRow>(`SELECT * FROM audit_entry WHERE ${text} ORDER BY act_id, part`, params);
  }

  private async number(links: readonly (Link & { readonly id: number })[]): Promise<void> {
    const { text, params } = inList(
      'id',
      links.map(({ id }) => id),
    );
    const cases = links.map(() => 'WHEN ? THEN ?').join(' ');
    await this.database.run(
      `UPDATE audit_act SET day = ?, number = CASE id ${cases} END, hash = CASE id ${cases} END WHERE ${text}`,
      [
        links[0]?.day ?? null,
        ...links.flatMap(({ id, number }) => [id, number]),
        ...links.flatMap(({ id, hash }) => [id, hash]),
        ...params,
      ],
    );
  }

  private async close({ number, hash }: ChainEnd, day: string): Promise<ClosedDay> {
    const before = await this.database.queryOne<{ last_number: number | null }>(
      'SELECT MAX(last_number) AS last_number FROM audit_day',
    );
    const firstNumber = Number(before?.last_number ?? 0) + 1;
    const closed = {
      day,
      firstNumber,
      lastNumber: number,
      acts: number - firstNumber + 1,
      head: hash,
      removedAt: null,
    };
    await this.database.run(
      'INSERT INTO audit_day (day, first_number, last_number, acts, head, closed_at) VALUES (?, ?, ?, ?, ?, ?)',
      [day, firstNumber, number, closed.acts, hash, this.clock.now()],
    );
    return closed;
  }
}
