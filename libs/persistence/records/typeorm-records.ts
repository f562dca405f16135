import type { Criteria, Page, Transactions } from '../../kernel/index.js';
import { type Recorded, Records, type Resource, type Resources, type UniqueKey } from '../../records/index.js';
import type { Database } from '../database.js';
import { refusedBy } from '../driver-errors.js';
import { chunks, inList, type Sql } from '../sql.js';
import { keysOf } from '../tables/key-columns.js';
import { linkTablesOf } from '../tables/table-of.js';
import { keySearch } from './by-key.js';
import { orderSql, type Searched, whereSql } from './criteria-sql.js';
import { Links } from './links.js';
import { type Mapping, mappingOf } from './mapping.js';
import { Refusals } from './refusals.js';
import { Removal } from './removal.js';
import { Writing } from './writing.js';

/** What a SELECT may say beside its condition. */
interface Rest {
  readonly searching?: boolean;
  readonly from?: string;
  readonly order?: string;
  readonly params?: readonly number[];
}

/** The records of a declared resource in the table that its definition derives. */
export class TypeOrmRecords<T extends Recorded> extends Records<T> {
  private readonly searched: Searched;
  private readonly mapping: Mapping<T>;
  private readonly links: Links<T>;
  private readonly refusals: Refusals<T>;
  private readonly writing: Writing<T>;
  private readonly removal: Removal<T>;

  constructor(
    private readonly resource: Resource<T>,
    resources: Resources,
    private readonly database: Database,
    private readonly transactions: Transactions,
  ) {
    super();
    const links = linkTablesOf(resource, resources);
    this.refusals = new Refusals(resource, resources, links, database);
    this.searched = { resource: resource, resources, links, dialect: database.dialect };
    this.mapping = mappingOf(resource, resources);
    this.links = new Links(links, database);
    this.writing = new Writing(resource, this.mapping, database, (error, record) =>
      this.refusals.explained(error, record),
    );
    this.removal = new Removal(resource, resources, database);
  }

  async byIds(ids: readonly number[]): Promise<ReadonlyMap<number, T>> {
    const found = new Map<number, T>();
    for (const part of chunks([...new Set(ids)])) {
      for (const record of await this.select(inList('t.id', part))) found.set(record.id, record);
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
    const from = isIndexed ? this.database.dialect.byIndex(key.name) : '';
    const found = new Map<string, T>();
    for (const condition of search.conditions([...wanted.values()], this.database.dialect)) {
      for (const record of await this.select(condition, { from })) {
        const identity = search.identity(record);
        if (identity !== undefined) found.set(identity, record);
      }
    }
    return identities.map((identity) => (identity === undefined ? undefined : found.get(identity)));
  }

  async search(criteria: Criteria): Promise<Page<T>> {
    const where = whereSql(criteria, this.searched);
    const skipped = (criteria.page - 1) * criteria.pageSize;
    const order = orderSql(criteria, this.searched.resource);
    const items = await this.select(where, {
      searching: true,
      order: ` ORDER BY ${order} LIMIT ? OFFSET ?`,
      params: [criteria.pageSize, skipped],
    });
    // A page that isn't full is the last one, so how many there are needs no counting.
    const isLast = items.length < criteria.pageSize && (items.length > 0 || skipped === 0);
    return { items, total: isLast || criteria.uncounted ? skipped + items.length : await this.count(where) };
  }

  override async idsOf(groups: Criteria['groups']): Promise<readonly number[]> {
    const { text, params } = whereSql({ groups }, this.searched);
    const rows = await this.database.search<{ id: number }>(
      `SELECT t.id FROM ${this.resource.table} t WHERE ${text} ORDER BY t.id${this.database.lock}`,
      params,
    );
    return rows.map(({ id }) => id);
  }

  insert(records: readonly T[], givenIds = false): Promise<readonly number[]> {
    return this.transactions.write(async () => {
      const ids = await this.writing.insert(records, givenIds);
      await this.storeLinks(records.map((record, at) => ({ ...record, id: ids[at] ?? record.id })));
      return ids;
    });
  }

  update(records: readonly T[]): Promise<void> {
    return this.transactions.write(async () => {
      await this.writing.update(records);
      await this.storeLinks(records);
    });
  }

  remove(ids: readonly number[]): Promise<void> {
    return this.transactions.write(() => this.removal.run(ids));
  }

  private async storeLinks(records: readonly T[]): Promise<void> {
    try {
      await this.links.store(records);
    } catch (error) {
      if (refusedBy(error) === undefined) throw error;
      throw await this.refusals.refusedLink(error, records);
    }
  }

  private async select(
    where: Sql,
    { searching = false, from = '', order = '', params = [] }: Rest = {},
  ): Promise<readonly T[]> {
    const text = `SELECT ${this.mapping.selected} FROM ${this.resource.table} t${from} WHERE ${where.text}${order}${this.database.lock}`;
    const values = [...where.params, ...params];
    const rows = await (searching ? this.database.search(text, values) : this.database.query(text, values));
    return this.links.filled(rows.map(this.mapping.fromRow));
  }

  private async count({ text, params }: Sql): Promise<number> {
    const [row] = await this.database.search<{ total: number }>(
      `SELECT COUNT(*) AS total FROM ${this.resource.table} t WHERE ${text}`,
      params,
    );
    return row?.total ?? 0;
  }
}
