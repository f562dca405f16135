import { type Fault, invalidValue, sentence } from '../../kernel/index.js';
import { type Recorded, type Resource, type Resources, RowRefused, type UniqueKey } from '../../records/index.js';
import type { Database } from '../database.js';
import { messageOf, MustRepeat, refusedBy } from '../driver-errors.js';
import { keysOf, partsOf } from '../tables/key-columns.js';
import type { LinkTable } from '../tables/table-of.js';
import { idsOf } from './links.js';

/** `Duplicate entry 'x' for key 'name'` or, on MySQL, `'table.name'`; the entry itself may hold such words. */
const MYSQL_KEY = /for key '(?:[^'.]*\.)?([^'.]+)'$/;
/** `UNIQUE constraint failed: table.column, table.column`. */
const SQLITE_COLUMNS = /^UNIQUE constraint failed: (.+)$/;

const columnsIn = (message: string): string | undefined =>
  SQLITE_COLUMNS.exec(message)?.[1]
    ?.split(', ')
    .map((name) => name.slice(name.lastIndexOf('.') + 1))
    .join();

/** Says in the declaration's words why the database refused a row: it names a key's index or columns, a reference not at all. */
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

  /** What is at fault in this record; throws the error again if it isn't a refusal of the record. */
  async explained(error: unknown, record: T): Promise<Fault> {
    const by = refusedBy(error);
    if (by === undefined) throw error;
    if (by === 'unique') return this.taken(messageOf(error), record);
    const fault = await this.missing(record);
    // What it refers to was away for the database and is there for us: it came between the two, so all begins again.
    if (!fault) throw new MustRepeat(error);
    return fault;
  }

  /** Which of the records lists an id that no record has. */
  async refusedLink(error: unknown, records: readonly T[]): Promise<RowRefused | MustRepeat> {
    for (const [index, record] of records.entries()) {
      const fault = await this.missing(record);
      if (fault) return new RowRefused(index, fault);
    }
    return new MustRepeat(error);
  }

  private taken(message: string, record: T): Fault {
    const key = this.byName.get(MYSQL_KEY.exec(message)?.[1] ?? '') ?? this.byColumns.get(columnsIn(message) ?? '');
    if (key) return sentence(key.says);
    return sentence('A record with id %id already exists.', { id: record.id });
  }

  private async missing(record: T): Promise<Fault | undefined> {
    for (const { property, name, kind, reference } of this.resource.fields) {
      const id = (record as unknown as Readonly<Record<string, unknown>>)[property];
      if (reference && kind.type === 'int' && typeof id === 'number' && !(await this.exists(reference.resource, id)))
        return invalidValue(name, id);
    }
    for (const link of this.links) {
      for (const id of idsOf(record, link)) {
        if (!(await this.exists(link.of, id))) return invalidValue(link.field.name, id);
      }
    }
    return undefined;
  }

  private async exists(resource: string, id: number): Promise<boolean> {
    const { table } = this.resources.named(resource);
    return (await this.database.queryOne(`SELECT id FROM ${table} WHERE id = ?`, [id])) !== undefined;
  }
}
