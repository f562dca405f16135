import { type Fault, invalidValue, sentence } from '../../kernel/index.js';
import {
  ofExisting,
  type Recorded,
  type Resource,
  type Resources,
  RowRefused,
  type UniqueKey,
} from '../../records/index.js';
import type { Database } from '../database.js';
import { messageOf, MustRepeat, refusedBy } from '../driver-errors.js';
import { inChunks, inList } from '../sql.js';
import { keysOf, partsOf } from '../tables/key-columns.js';
import type { LinkTable } from '../tables/table-of.js';
import { idsOf } from './links.js';

/** `Duplicate entry 'x' for key 'name'`, or on MySQL `'table.name'`. The entry itself may contain such text. */
const MYSQL_KEY = /for key '(?:[^'.]*\.)?([^'.]+)'$/;
/** `UNIQUE constraint failed: table.column, table.column`. */
const SQLITE_COLUMNS = /^UNIQUE constraint failed: (.+)$/;

const columnsIn = (message: string): string | undefined =>
  SQLITE_COLUMNS.exec(message)?.[1]
    ?.split(', ')
    .map((name) => name.slice(name.lastIndexOf('.') + 1))
    .join();

type Faults = readonly [Fault, ...Fault[]];

/**
 * Explains why the database rejected a row, in terms of the declaration. The database names the index or the columns
 * of a violated key, but not a violated reference.
 */
export class Refusals<T extends Recorded> {
  private readonly byColumns: ReadonlyMap<string, UniqueKey<T>>;
  private readonly byName: ReadonlyMap<string, UniqueKey<T>>;

  constructor(
    private readonly resource: Resource<T>,
    private readonly resources: Resources,
    private readonly links: readonly LinkTable[],
    private readonly database: Database,
  ) {
    const keys = keysOf(resource);
    this.byColumns = new Map(
      keys.map((key) => [
        partsOf(resource, key)
          .map(({ column }) => column)
          .join(),
        key,
      ]),
    );
    this.byName = new Map(keys.map((key) => [key.name, key]));
  }

  /** The errors of this record; rethrows an error that is not about the record. */
  async explained(error: unknown, record: T): Promise<Faults> {
    const by = refusedBy(error);
    if (by === undefined) throw error;
    if (by === 'unique') return [this.taken(messageOf(error), record)];
    const [first, ...more] = await this.missing(record);
    // The referenced record was created in the meantime, so the transaction must be repeated.
    if (!first) throw new MustRepeat(error);
    return [first, ...more];
  }

  /** The first of these records that has a list with an unknown id, and the first such list. */
  async refusedLink(error: unknown, records: readonly T[]): Promise<RowRefused | MustRepeat> {
    for (const [index, record] of records.entries()) {
      const [first] = await this.missing(record);
      if (first) return new RowRefused(index, first);
    }
    return new MustRepeat(error);
  }

  private taken(message: string, record: T): Fault {
    const key = this.byName.get(MYSQL_KEY.exec(message)?.[1] ?? '') ?? this.byColumns.get(columnsIn(message) ?? '');
    if (key) return sentence(key.says);
    return sentence('A record with ID %id already exists. Choose another ID, or update that record.', {
      id: record.id,
    });
  }

  /** All references to missing records; for a list, only the first missing one. */
  private async missing(record: T): Promise<readonly Fault[]> {
    const faults: Fault[] = [];
    for (const { property, name, kind, reference } of this.resource.fields) {
      const id = (record as unknown as Readonly<Record<string, unknown>>)[property];
      if (!reference || kind.type !== 'int' || typeof id !== 'number') continue;
      if (!(await this.present(reference.resource, [id])).has(id))
        faults.push(invalidValue(name, id, this.anId(reference.resource)));
    }
    for (const link of this.links) {
      const ids = idsOf(record, link);
      const present = await this.present(link.of, ids);
      const absent = ids.find((id) => !present.has(id));
      if (absent !== undefined) faults.push(invalidValue(link.field.name, absent, this.anId(link.of)));
    }
    return faults;
  }

  private anId(resource: string): string {
    return ofExisting('id', this.resources.named(resource).title.one);
  }

  private async present(resource: string, ids: readonly number[]): Promise<ReadonlySet<number>> {
    const { table } = this.resources.named(resource);
    const rows = await inChunks(ids, (part) => {
      const { text, params } = inList('t.id', part);
      const found = this.database.from(table, 't').select('t.id', 'id').where(text);
      return this.database.query<{ id: number }>(found, params);
    });
    return new Set(rows.map(({ id }) => id));
  }
}
