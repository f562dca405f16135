import { type Decimal } from '../../kernel/index.js';
import type { Field, Recorded, Resource, UniqueKey } from '../../records/index.js';
import type { Param } from '../sql.js';
import { type ColumnShape, int, NULL, varchar } from './shape.js';

/**
 * How a unique key is stored (pricing.md §1). In an index, NULLs never collide; where they should, an additional
 * column stores a NOT NULL replacement. A conditional key is one nullable column with its joined values, set while the
 * condition is true. A case-insensitive key uses the lowercase text.
 */
export interface KeyPart<T extends Recorded> {
  readonly column: string;
  /** The additional column, if the key needs one. */
  readonly shape?: ColumnShape;
  valueOf(record: Partial<T>): Param;
}

/** Replaces a missing text or date. */
const NO_TEXT = '';
/** Replaces a missing number; numbers in keys are never negative. */
const NO_NUMBER = -1;

export const lowerCase = (value: string): string => value.toLowerCase();

/** Some letters become two characters in lowercase. */
const lowerLength = (field: Field): number => (field.kind.type === 'string' ? field.kind.maxLength * 2 : 255);

const property = <T extends Recorded>(record: Partial<T>, name: string): unknown =>
  (record as Readonly<Record<string, unknown>>)[name] ?? null;

const isLower = ({ kind }: Field): boolean => kind.type === 'string' && kind.lowerKey === true;

export const keyColumn = (name: string): string => `${name}_key`;

const textLength = ({ kind }: Field): number => (kind.type === 'string' ? kind.maxLength : 10);

const partOf = <T extends Recorded>(field: Field, key: UniqueKey<T>): KeyPart<T> => {
  const collides = key.nulls === 'collide' && field.nullable;
  const column = collides || isLower(field) ? keyColumn(field.name) : field.name;
  if (isLower(field)) {
    return {
      column,
      shape: varchar(column, lowerLength(field), ...(field.nullable && !collides ? [NULL] : [])),
      valueOf: (record) => {
        const value = property(record, field.property);
        return typeof value === 'string' ? lowerCase(value) : collides ? NO_TEXT : null;
      },
    };
  }
  if (!collides) return { column, valueOf: (record) => property(record, field.property) as Param };
  const isNumber = field.kind.type === 'int';
  if (field.kind.type !== 'int' && field.kind.type !== 'string' && field.kind.type !== 'day')
    throw new Error(`${field.property}: a key cannot contain a nullable ${field.kind.type}`);
  return {
    column,
    shape: isNumber ? int(column) : varchar(column, textLength(field)),
    valueOf: (record) => (property(record, field.property) ?? (isNumber ? NO_NUMBER : NO_TEXT)) as Param,
  };
};

const shown = (value: unknown): string =>
  typeof value === 'object' && value !== null ? (value as Decimal).toFixed() : String(value);

const conditional = <T extends Recorded>(resource: Resource<T>, key: UniqueKey<T>): KeyPart<T> => {
  const column = keyColumn(key.name);
  const fields = key.properties.map((name) => resource.byProperty.get(name));
  const length = fields.reduce(
    (sum, field) => sum + (field?.kind.type === 'string' ? field.kind.maxLength : 20) + 1,
    0,
  );
  return {
    column,
    shape: varchar(column, Math.min(length, 700), NULL),
    valueOf: (record) => {
      if (key.when && !key.when(record as T)) return null;
      return key.properties.map((name) => shown(property(record, name) ?? NO_TEXT)).join('|');
    },
  };
};

/** The columns of a key's index, in the order of its properties. */
export const partsOf = <T extends Recorded>(resource: Resource<T>, key: UniqueKey<T>): readonly KeyPart<T>[] =>
  key.when
    ? [conditional(resource, key)]
    : key.properties.map((name) => {
        const field = resource.byProperty.get(name);
        if (!field) throw new Error(`${resource.resource}: key ${key.name} names no field ${name}`);
        return partOf(field, key);
      });

const EXTERNAL = 'externalId';

/** The declared keys, and `external_id` if the resource has it. */
export const keysOf = <T extends Recorded>(resource: Resource<T>): readonly UniqueKey<T>[] =>
  resource.byProperty.has(EXTERNAL)
    ? [
        ...resource.unique,
        {
          name: `${resource.table}_external_id`,
          properties: [EXTERNAL],
          says: 'This external_id is already in use. Choose another external_id, or update the record that uses it.',
        },
      ]
    : resource.unique;

type StoredPart<T extends Recorded> = KeyPart<T> & { readonly shape: ColumnShape };

/** The additional columns of keys, without duplicates; includes lowercase keys that are not unique. */
export const keyPartsOf = <T extends Recorded>(resource: Resource<T>): readonly StoredPart<T>[] => {
  const lower = resource.fields.filter(isLower).map(({ property: name }) => ({ name, properties: [name], says: '' }));
  const parts = new Map<string, StoredPart<T>>();
  for (const part of [...keysOf(resource), ...lower].flatMap((key) => partsOf(resource, key))) {
    if (part.shape && !parts.has(part.column)) parts.set(part.column, part as StoredPart<T>);
  }
  return [...parts.values()];
};
