import { Decimal } from '../../kernel/index.js';
import type { Recorded, Resource, UniqueKey } from '../../records/index.js';
import type { Dialect } from '../dialect.js';
import { allOf, chunks, inList, type Param, placeholders, type Sql, sql } from '../sql.js';
import { type KeyPart, partsOf } from '../tables/key-columns.js';

/** Number of multi-column keys per statement. With more, the server spends longer on planning than on searching. */
const KEYS_PER_STATEMENT = 300;

const comparable = (value: Param): string | number | null =>
  value instanceof Decimal ? value.toFixed() : (value as string | number | null);

const identity = <T extends Recorded>(parts: readonly KeyPart<T>[], record: Partial<T>): string | undefined => {
  const values = parts.map((part) => comparable(part.valueOf(record)));
  return values.includes(null) ? undefined : JSON.stringify(values);
};

/** Row values of a key, with one `?` per column. */
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

/** Finds records by the values of a unique key, using its index. */
interface KeySearch<T extends Recorded> {
  /** Undefined if part of the key is a NULL that never collides, so that no other record can be equal. */
  identity(record: Partial<T>): string | undefined;
  /**
   * Conditions that find the samples, several at a time. On SQLite one at a time, because batching saves no round
   * trips.
   */
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
