import type { AuditTrail, Criteria, Page, Transactions } from '../../kernel/index.js';
import { type Recorded, Records, type Resource, type Resources, type UniqueKey } from '../../records/index.js';
import { EnterRecords } from '../audit/enter-records.js';
import type { Database } from '../database.js';
import { refusedBy } from '../driver-errors.js';
import { chunks, inList, type Sql } from '../sql.js';
import { keysOf } from '../tables/key-columns.js';
import { linkTablesOf } from '../tables/table-of.js';
import { keySearch } from './by-key.js';
import { CarriedAlong, type FindRecords } from './carried-along.js';
import { type Order, orderOf, type Searched, whereSql } from './criteria-sql.js';
import { Links } from './links.js';
import { type Mapping, mappingOf } from './mapping.js';
import { Refusals } from './refusals.js';
import { Removal } from './removal.js';
import { SqlWrites } from './sql-writes.js';

/** There are few different statements, because list lengths are rounded and values are bound with `?`. */
const CACHED_MAX = 500;
/** Longer statements are unlikely to be repeated. */
const KEY_MAX = 4_096;

/**
 * Cache of the texts of query builders, by what they were built from. Building one takes as much CPU time as a small
 * SQLite query (ADR 36).
 */
export class BuiltTexts {
  private readonly kept = new Map<string, string>();

  get(key: string, build: () => string): string {
    const known = this.kept.get(key);
    if (known !== undefined) return known;
    const text = build();
    if (this.kept.size >= CACHED_MAX) this.kept.clear();
    if (key.length <= KEY_MAX) this.kept.set(key, text);
    return text;
  }
}

/**
 * The records of a declared resource, in the table derived from its definition. TypeORM's query builder reads and
 * searches; work on many rows (finding existing ones, writing) uses plain SQL (ADR 36).
 */
export class TypeOrmRecords<T extends Recorded> extends Records<T> {
  private readonly searched: Searched;
  private readonly mapping: Mapping<T>;
  private readonly links: Links<T>;
  private readonly refusals: Refusals<T>;
  private readonly writes: SqlWrites<T>;
  private readonly removal: Removal<T>;
  private readonly entered: EnterRecords<T>;
  private readonly carried: CarriedAlong;

  constructor(
    private readonly resource: Resource<T>,
    resources: Resources,
    private readonly database: Database,
    private readonly transactions: Transactions,
    private readonly texts: BuiltTexts,
    trail: AuditTrail,
    recordsOf: FindRecords,
  ) {
    super();
    const links = linkTablesOf(resource, resources);
    this.refusals = new Refusals(resource, resources, links, database);
    this.searched = { resource: resource, resources, links, dialect: database.dialect };
    this.mapping = mappingOf(resource, resources);
    this.links = new Links(links, database);
    this.writes = new SqlWrites(resource, this.mapping, database, (error, record) =>
      this.refusals.explained(error, record),
    );
    this.removal = new Removal(resource, resources, database);
    this.entered = new EnterRecords(resource, this, trail);
    this.carried = new CarriedAlong(resources, database, trail, recordsOf);
  }

  async byIds(ids: readonly number[]): Promise<ReadonlyMap<number, T>> {
    const found = new Map<number, T>();
    for (const part of chunks([...new Set(ids)])) {
      const where = inList('t.id', part);
      const text = this.select(where, this.mapping.selected);
      const rows = await this.database.query(`${text}${this.database.lock}`, where.params);
      for (const record of await this.recordsOf(rows)) found.set(record.id, record);
    }
    return found;
  }

  async byKey(key: UniqueKey<T>, samples: readonly Partial<T>[]): Promise<readonly (T | undefined)[]> {
    const search = keySearch(this.resource, key);
    const wanted = new Map<string, Partial<T>>();
    const identities = samples.map((sample) => {
      const identity = search.identity(sample);
      if (identity !== undefined) wanted.set(identity, sample);
      return identity;
    });
    const isIndexed = keysOf(this.resource).some(({ name }) => name === key.name);
    const index = isIndexed ? this.database.dialect.byIndex(key.name) : '';
    const select = `SELECT ${this.mapping.selected} FROM ${this.resource.table} t${index} WHERE`;
    const found = new Map<string, T>();
    // Plain SQL: on SQLite it runs once for each written row, and TypeORM does not support FORCE INDEX.
    for (const { text, params } of search.conditions([...wanted.values()], this.database.dialect)) {
      const rows = await this.database.query(`${select} ${text}${this.database.lock}`, params);
      for (const record of await this.recordsOf(rows)) {
        const identity = search.identity(record);
        if (identity !== undefined) found.set(identity, record);
      }
    }
    return identities.map((identity) => (identity === undefined ? undefined : found.get(identity)));
  }

  async search(criteria: Criteria): Promise<Page<T>> {
    const where = whereSql(criteria, this.searched);
    const skipped = (criteria.page - 1) * criteria.pageSize;
    const sorted = this.select(where, this.mapping.selected, orderOf(criteria, this.searched.resource));
    // TypeORM would write the page into the text, so that each page would be another statement to prepare and plan.
    const page = `${sorted} LIMIT ? OFFSET ?${this.database.lock}`;
    const items = await this.recordsOf(await this.database.search(page, [...where.params, criteria.pageSize, skipped]));
    // An incomplete page is the last one, so its total needs no count.
    const isLast = items.length < criteria.pageSize && (items.length > 0 || skipped === 0);
    return { items, total: isLast || criteria.uncounted ? skipped + items.length : await this.count(where) };
  }

  override async idsOf(groups: Criteria['groups']): Promise<readonly number[]> {
    const where = whereSql({ groups }, this.searched);
    const ids = this.select(where, 't.id AS id', [['t.id', 'ASC']]);
    const rows = await this.database.search<{ id: number }>(`${ids}${this.database.lock}`, where.params);
    return rows.map(({ id }) => id);
  }

  insert(records: readonly T[], givenIds = false): Promise<readonly number[]> {
    return this.transactions.write(async () => {
      const ids = await this.writes.insert(records, givenIds);
      await this.storeLinks(records.map((record, at) => ({ ...record, id: ids[at] ?? record.id })));
      await this.entered.created(records, ids);
      return ids;
    });
  }

  update(records: readonly T[], previous?: readonly (T | undefined)[]): Promise<void> {
    return this.transactions.write(async () => {
      const before = await this.entered.before(records, previous);
      await this.writes.update(records);
      await this.storeLinks(records);
      await this.entered.updated(records, before);
    });
  }

  remove(ids: readonly number[], previous?: readonly T[]): Promise<void> {
    return this.transactions.write(async () => {
      await this.carried.enter(this.resource.resource, ids);
      await this.entered.removed(ids, previous);
      await this.removal.removeRows(ids);
    });
  }

  private async storeLinks(records: readonly T[]): Promise<void> {
    try {
      await this.links.store(records);
    } catch (error) {
      if (refusedBy(error) === undefined) throw error;
      throw await this.refusals.refusedLink(error, records);
    }
  }

  private select({ text }: Sql, columns: string, order: Order = []): string {
    const { table } = this.resource;
    return this.texts.get([table, columns, text, ...order.map((key) => key.join(' '))].join('\n'), () => {
      const select = this.database.from(table, 't').select(columns).where(text);
      for (const [column, direction] of order) select.addOrderBy(column, direction);
      return select.getQuery();
    });
  }

  private recordsOf(rows: readonly object[]): Promise<readonly T[]> {
    return this.links.filled(rows.map(this.mapping.fromRow));
  }

  private async count(where: Sql): Promise<number> {
    const counting = this.select(where, 'COUNT(*) AS total');
    const [row] = await this.database.search<{ total: number }>(counting, where.params);
    return row?.total ?? 0;
  }
}
