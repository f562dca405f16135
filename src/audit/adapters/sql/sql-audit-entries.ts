import { Injectable } from '@nestjs/common';
import type { Criteria, EnteredChange, Page } from '../../../../libs/kernel/index.js';
import {
  changesIn,
  Database,
  inList,
  orderSql,
  type Param,
  partsOfRecord,
  Personal,
  whereSql,
} from '../../../../libs/database/index.js';
import { type Recorded, type Resource, Resources, secretNamesOf, WRITTEN_AT } from '../../../../libs/records/index.js';
import { searchedEntry, searchedEvent } from '../../application/searched.record.js';
import {
  AuditEntriesFound,
  type Entered,
  type NumberedActs,
  type Selection,
  type CountedEvent,
} from '../../ports/audit-entries.js';
import type { ActRow } from './act-rows.js';
import { type EventRow, eventsOfActs } from './event-rows.js';

interface FoundRow extends Omit<ActRow, 'entries' | 'digest' | 'personal_digest'> {
  readonly caller_request_id: string | null;
  readonly caller_trace_id: string | null;
  readonly part: number;
  readonly number: number | null;
  readonly act_personal: string | null;
  readonly resource: string;
  readonly action: string;
  readonly entered: string;
  readonly personal: string | null;
}

const FOUND =
  'SELECT a.id AS id, a.number AS number, a.at AS at, a.caller AS caller, a.interface AS interface, ' +
  'a.operation AS operation, a.request_id AS request_id, a.trace_id AS trace_id, ' +
  'a.caller_request_id AS caller_request_id, a.caller_trace_id AS caller_trace_id, a.job AS job, ' +
  'a.personal AS act_personal, e.part AS part, e.resource AS resource, e.action AS action, e.entered AS entered, ' +
  'e.personal AS personal FROM audit_entry e JOIN audit_act a ON a.id = e.act_id';

/** A changed write time alone is not reported; it is stored to reconstruct records at a point in time. */
const withoutWriteTime = (change: EnteredChange): EnteredChange => {
  const { [WRITTEN_AT]: _written, ...changes } = change.changes;
  return { ...change, changes };
};

/** Names of secret fields by resource. Entries of earlier builds contain such fields, and the chain covers them. */
type SecretNames = ReadonlyMap<string, readonly string[]>;

const withoutSecrets = (change: EnteredChange, names: readonly string[] = []): EnteredChange =>
  names.some((name) => name in change.changes)
    ? {
        ...change,
        changes: Object.fromEntries(Object.entries(change.changes).filter(([name]) => !names.includes(name))),
      }
    : change;

const recordsOf = (row: FoundRow, secrets: SecretNames): readonly EnteredChange[] => {
  const auditeds = changesIn(row).map((change) => withoutSecrets(change, secrets.get(row.resource)));
  return row.action === 'updated' ? auditeds.map(withoutWriteTime) : auditeds;
};

const enteredOf = (row: FoundRow, secrets: SecretNames): Entered & { readonly part: number } => {
  const { address = null, user = null } =
    row.act_personal === null
      ? {}
      : Personal.valuesOf<{ readonly address?: string; readonly user?: string }>(row.act_personal);
  return {
    id: Number(row.id),
    number: row.number === null ? null : Number(row.number),
    at: new Date(row.at),
    caller: row.caller,
    interface: row.interface,
    operation: row.operation,
    address,
    user,
    requestId: row.request_id,
    traceId: row.trace_id,
    callerRequestId: row.caller_request_id,
    callerTraceId: row.caller_trace_id,
    job: row.job,
    resource: row.resource,
    action: row.action,
    part: row.part,
    records: recordsOf(row, secrets),
  };
};

const eventOf = (row: EventRow): CountedEvent & { readonly id: number } => ({
  id: row.id,
  quarter: row.quarter,
  event: row.event,
  caller: row.caller,
  address:
    row.personal === null ? null : (Personal.valuesOf<{ readonly address?: string }>(row.personal).address ?? null),
  operation: row.operation,
  subject: row.subject,
  count: row.count,
  firstAt: new Date(row.first_at),
  lastAt: new Date(row.last_at),
});

/** Uses plain SQL, because entries are searched together with their transactions. */
@Injectable()
export class SqlAuditEntries extends AuditEntriesFound {
  private readonly entered: (row: FoundRow) => Entered & { readonly part: number };

  constructor(
    private readonly database: Database,
    private readonly resources: Resources,
  ) {
    super();
    const secrets = new Map(resources.all.map((one) => [one.resource, secretNamesOf(one)]));
    this.entered = (row) => enteredOf(row, secrets);
  }

  search(criteria: Criteria): Promise<Page<Entered>> {
    return this.page(`(${FOUND})`, searchedEntry, criteria, 't.id DESC, t.part', this.entered);
  }

  searchEvents(criteria: Criteria): Promise<Page<CountedEvent & { readonly id: number }>> {
    return this.page('(SELECT * FROM audit_event)', searchedEvent, criteria, 't.id DESC', eventOf);
  }

  async ofRecord(resource: string, id: number, page: number, pageSize: number): Promise<Page<Entered>> {
    const { text, params } = partsOfRecord(resource, id);
    const rows = await this.database.search<FoundRow>(
      `${FOUND} JOIN (${text} ORDER BY act_id DESC, part DESC LIMIT ? OFFSET ?) p ON p.act_id = e.act_id AND p.part = e.part ` +
        'ORDER BY a.id DESC, e.part DESC',
      [...params, pageSize, (page - 1) * pageSize],
    );
    const [counted] = await this.database.search<{ n: number }>(`SELECT COUNT(*) AS n FROM (${text}) c`, params);
    const items = rows.map(this.entered).map((entered) => ({
      ...entered,
      records: entered.records.filter((record) => record.id === id),
    }));
    return { items, total: Number(counted?.n ?? 0) };
  }

  async numbered(after: number, most: number): Promise<NumberedActs> {
    const acts = await this.database.query<{ id: number; number: number }>(
      'SELECT id, number FROM audit_act WHERE number > ? ORDER BY number LIMIT ?',
      [after, most],
    );
    if (acts.length === 0) return { last: undefined, entered: [], events: [] };
    const numbers = new Map(acts.map(({ id, number }) => [Number(id), Number(number)]));
    const { text, params } = inList('e.act_id', [...numbers.keys()]);
    const rows = await this.database.query<FoundRow>(`${FOUND} WHERE ${text} ORDER BY a.number, e.part`, params);
    const events = await eventsOfActs(this.database, [...numbers.keys()]);
    const numberOf = (id: number): number => numbers.get(id) ?? 0;
    return {
      last: Number(acts.at(-1)?.number),
      entered: rows.map((row) => ({ ...this.entered(row), number: numberOf(Number(row.id)) })),
      events: [...events].flatMap(([id, found]) => found.map((row) => ({ ...eventOf(row), number: numberOf(id) }))),
    };
  }

  async after(
    { id, part }: { readonly id: number; readonly part: number },
    most: number,
    { from, to, resource, caller }: Selection,
  ): Promise<readonly (Entered & { readonly part: number })[]> {
    const conditions = ['(e.act_id > ? OR (e.act_id = ? AND e.part > ?))'];
    const params: Param[] = [id, id, part];
    for (const [condition, value] of [
      ['a.at >= ?', from],
      ['a.at < ?', to],
      ['e.resource = ?', resource],
      ['a.caller = ?', caller],
    ] as const)
      if (value !== undefined) {
        conditions.push(condition);
        params.push(value);
      }
    const rows = await this.database.search<FoundRow>(
      `${FOUND} WHERE ${conditions.join(' AND ')} ORDER BY e.act_id, e.part LIMIT ?`,
      [...params, most],
    );
    return rows.map(this.entered);
  }

  private async page<Row extends object, T>(
    from: string,
    resource: unknown,
    criteria: Criteria,
    order: string,
    itemOf: (row: Row) => T,
  ): Promise<Page<T>> {
    const searched = resource as Resource<Recorded>;
    const { text, params } = whereSql(criteria, {
      resource: searched,
      resources: this.resources,
      links: [],
      dialect: this.database.dialect,
    });
    const skipped = (criteria.page - 1) * criteria.pageSize;
    const asked = criteria.sort.length > 0 ? `${orderSql(criteria, searched)}, ${order}` : order;
    const rows = await this.database.search<Row>(
      `SELECT * FROM ${from} t WHERE ${text} ORDER BY ${asked} LIMIT ? OFFSET ?`,
      [...params, criteria.pageSize, skipped],
    );
    const items = rows.map(itemOf);
    if (criteria.uncounted) return { items, total: skipped + items.length };
    const [counted] = await this.database.search<{ n: number }>(
      `SELECT COUNT(*) AS n FROM ${from} t WHERE ${text}`,
      params,
    );
    return { items, total: Number(counted?.n ?? 0) };
  }
}
