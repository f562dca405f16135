import { Decimal } from '../../kernel/index.js';
import type { Recorded, Resource, UniqueKey } from '../../records/index.js';
import type { Dialect } from '../dialect.js';
import { allOf, chunks, inList, type Param, placeholders, type Sql, sql } from '../sql.js';
import { type KeyPart, partsOf } from '../tables/key-columns.js';

/** Keys of several columns in one statement: more would have the server plan longer than it searches. */
const KEYS_PER_STATEMENT = 300;

const comparable = (value: Param): string | number | null =>
  value instanceof Decimal ? value.toFixed() : (value as string | number | null);

const identity = <T extends Recorded>(parts: readonly KeyPart<T>[], record: Partial<T>): string | undefined => {
  const values = parts.map((part) => comparable(part.valueOf(record)));
  return values.includes(null) ? undefined : JSON.stringify(values);
};

/** The values of a key, one `?` for each of its columns, side by side. */
const rowsIn = <T extends Recorded>(parts: readonly KeyPart<T>[], samples: readonly Partial<T>[]): Sql => {
  const columns = parts.map(({ column }) => `t.${column}`).join(', ');
  const row = `(${placeholders(parts.length)})`;
  return {
    text: `(${columns}) IN (${samples.map(() => row).join(', ')})`,
    params: samples.flatMap((sample) => parts.map((part) => part.valueOf(sample))),
  };
};

const oneKey = <T extends Recorded>(parts: readonly KeyPart<T>[], sample: Partial<T>): Sql =>
  allOf(parts.map((part) => sql(`t.${part.column} = ?`, part.valueOf(sample))));

/** How to find records by the values of one of their keys: the index that makes the key unique answers. */
interface KeySearch<T extends Recorded> {
  /** Undefined: a part is NULL that doesn't collide, so nothing is equal to it. */
  identity(record: Partial<T>): string | undefined;
  /** Conditions that find the samples, some at a time; on SQLite one by one, as no way to a server is saved. */
  conditions(samples: readonly Partial<T>[], dialect: Dialect): readonly Sql[];
}

export const keySearch = <T extends Recorded>(resource: Resource<T>, key: UniqueKey<T>): KeySearch<T> => {
  const parts = partsOf(resource, key);
  const [first] = parts;
  return {
    identity: (record) => identity(parts, record),
    conditions: (samples, { name }) => {
      if (parts.length === 1 && first) {
        return chunks(samples).map((part) =>
          inList(
            `t.${first.column}`,
            part.map((sample) => first.valueOf(sample)),
          ),
        );
      }
      return name === 'sqlite'
        ? samples.map((sample) => oneKey(parts, sample))
        : chunks(samples, KEYS_PER_STATEMENT).map((part) => rowsIn(parts, part));
    },
  };
};
