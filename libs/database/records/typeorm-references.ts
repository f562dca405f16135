import {
  type Recorded,
  type Records,
  References,
  type RecordStore,
  type Resource,
  type Resources,
} from '../../records/index.js';
import type { Database } from '../database.js';
import { inChunks, inList } from '../sql.js';
import { keyColumn, lowerCase } from '../tables/key-columns.js';

export class TypeOrmReferences extends References {
  constructor(
    readonly resources: Resources,
    private readonly database: Database,
    private readonly store: RecordStore,
  ) {
    super();
  }

  recordsOf<T extends Recorded>(resource: Resource<T>): Records<T> {
    return this.store.recordsOf(resource);
  }

  async ids(resource: string, property: string, keys: readonly string[]): Promise<ReadonlyMap<string, number>> {
    const { table, field } = this.keyOf(resource, property);
    const isLower = field.kind.type === 'string' && field.kind.lowerKey === true;
    const column = isLower ? keyColumn(field.name) : field.name;
    const stored = (key: string): string => (isLower ? lowerCase(key) : key);
    const rows = await inChunks([...new Set(keys.map(stored))], (part) => {
      const { text, params } = inList(`t.${column}`, part);
      const found = this.database.from(table, 't').select('t.id', 'id').addSelect(`t.${column}`, 'name').where(text);
      return this.database.query<{ id: number; name: string | number }>(found, params);
    });
    const found = new Map(rows.map(({ id, name }) => [String(name), id]));
    return new Map(
      keys.flatMap((key): [string, number][] => {
        const id = found.get(stored(key));
        return id === undefined ? [] : [[key, id]];
      }),
    );
  }

  async keys(resource: string, property: string, ids: readonly number[]): Promise<ReadonlyMap<number, string>> {
    const { table, field } = this.keyOf(resource, property);
    const rows = await inChunks([...new Set(ids)], (part) => {
      const { text, params } = inList('t.id', part);
      const found = this.database
        .from(table, 't')
        .select('t.id', 'id')
        .addSelect(`t.${field.name}`, 'name')
        .where(text);
      return this.database.query<{ id: number; name: string }>(found, params);
    });
    return new Map(rows.map(({ id, name }) => [id, name]));
  }

  private keyOf(resource: string, property: string) {
    const { table, byProperty } = this.resources.named(resource);
    const field = byProperty.get(property);
    if (!field) throw new Error(`${resource} has no property ${property}`);
    return { table, field };
  }
}
