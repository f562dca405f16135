import { Decimal } from '../../kernel/index.js';
import type { Recorded, Resource, UniqueKey } from './definition.js';

const EXTERNAL = 'externalId';

/** The unique key `external_id`; undefined for resources without it. */
export const externalKey = <T extends Recorded>(resource: Resource<T>): UniqueKey<T> | undefined =>
  resource.byProperty.has(EXTERNAL)
    ? {
        name: `${resource.table}_external_id`,
        properties: [EXTERNAL],
        says: 'This external_id is already in use. Choose another external_id, or update the record that uses it.',
      }
    : undefined;

/** Compares records by one key, with the same result as the database. */
export interface Identity<T extends Recorded> {
  readonly key: UniqueKey<T>;
  /**
   * A string that is equal for two records exactly if their keys are equal. Undefined if the key does not apply to the
   * record: a missing value never collides, or the key's condition excludes the record.
   */
  keyOf(record: T): string | undefined;
  /** Like `keyOf`, but ignores the key's `when`. */
  keyOfValues(values: Readonly<Record<string, unknown>>): string | undefined;
}

export interface Identities<T extends Recorded> {
  /** Keys that identify the record of a row, in this order: `external_id`, then the unconditional unique keys. */
  readonly lookups: readonly Identity<T>[];
  readonly all: readonly Identity<T>[];
}

const textOf = (value: unknown, lower: boolean): string => {
  const text = Decimal.isDecimal(value) ? value.toFixed() : String(value);
  // The length prefix marks the end of each text, whatever it contains.
  return `${text.length}:${lower ? text.toLowerCase() : text}`;
};

const identityOf = <T extends Recorded>(resource: Resource<T>, key: UniqueKey<T>): Identity<T> => {
  const parts = key.properties.map((property) => {
    const field = resource.byProperty.get(property);
    return {
      property,
      lower: field?.kind.type === 'string' && field.kind.lowerKey === true,
      collides: key.nulls === 'collide' && field?.nullable === true,
    };
  });
  const keyOfValues = (values: Readonly<Record<string, unknown>>): string | undefined => {
    let text = key.name;
    for (const { property, lower, collides } of parts) {
      const value = values[property] ?? null;
      if (value === null && !collides) return undefined;
      text += value === null ? '|' : `|${textOf(value, lower)}`;
    }
    return text;
  };
  return {
    key,
    keyOfValues,
    keyOf: (record) =>
      key.when && !key.when(record) ? undefined : keyOfValues(record as unknown as Readonly<Record<string, unknown>>),
  };
};

const found = new WeakMap<object, Identities<Recorded>>();

/** The keys of a resource's records, other than the id. */
export const identitiesOf = <T extends Recorded>(resource: Resource<T>): Identities<T> => {
  let identities = found.get(resource) as unknown as Identities<T> | undefined;
  if (!identities) {
    const external = externalKey(resource);
    const all = [...(external ? [external] : []), ...resource.unique].map((key) => identityOf(resource, key));
    identities = { all, lookups: all.filter(({ key }) => !key.when) };
    found.set(resource, identities);
  }
  return identities;
};
