import { Decimal } from '../../kernel/index.js';
import { type Field, jsonOf, type Kind, type Recorded, type Resource, type Resources } from '../../records/index.js';
import type { Param } from '../sql.js';
import { keyPartsOf } from '../tables/key-columns.js';
import { isColumn } from '../tables/table-of.js';

type Row = Readonly<Record<string, unknown>>;

/** Parses a column written by `jsonOf`. */
const fromJson = (kind: Kind, value: unknown): unknown => {
  if (value === null || value === undefined) return null;
  switch (kind.type) {
    case 'decimal':
      return new Decimal(value as string);
    case 'instant':
      return new Date(value as string);
    case 'object':
      return Object.fromEntries(
        kind.fields.map((field) => [field.property, fromJson(field.kind, (value as Row)[field.name])]),
      );
    case 'objects':
      return (value as readonly unknown[]).map((item) => fromJson({ ...kind, type: 'object' }, item));
    default:
      return value;
  }
};

const isJson = ({ type }: Kind): boolean =>
  type === 'words' || type === 'object' || type === 'objects' || type === 'attributes';

const toColumn = ({ kind }: Field, value: unknown): Param => {
  if (value === null || value === undefined) return null;
  return isJson(kind) ? JSON.stringify(jsonOf(kind, value)) : (value as Param);
};

/** Converts a column value to a value of the record; undefined if no conversion is needed. */
const readerOf = ({ kind }: Field): ((value: unknown) => unknown) | undefined => {
  switch (kind.type) {
    case 'decimal':
      return (value) => new Decimal(value as string | number);
    case 'instant':
      return (value) => new Date(value as string);
    case 'boolean':
      return (value) => value === 1;
    default:
      return isJson(kind) ? (value) => fromJson(kind, JSON.parse(value as string)) : undefined;
  }
};

interface StoredColumn<T extends Recorded> {
  readonly name: string;
  valueOf(record: T): Param;
}

/** Maps the records of a resource to rows of its table and back. */
export interface Mapping<T extends Recorded> {
  /** All columns except the id, with the function that provides their values. */
  readonly columns: readonly StoredColumn<T>[];
  /** The select list for the table, which has the alias `t`. */
  readonly selected: string;
  fromRow(row: object): T;
}

/** A field with another record's key is a subquery, so that only rows of this table are locked. */
const selectedField = (field: Field, resource: Resource, resources: Resources): string => {
  if (!field.keyOf) return `t.${field.name}`;
  const target = resources.named(field.keyOf.resource);
  const column = target.byProperty.get(field.keyOf.key)?.name ?? field.keyOf.key;
  const own = resource.byProperty.get(field.keyOf.property)?.name ?? field.keyOf.property;
  return `(SELECT k.${column} FROM ${target.table} k WHERE k.id = t.${own}) AS ${field.name}`;
};

export const mappingOf = <T extends Recorded>(resource: Resource<T>, resources: Resources): Mapping<T> => {
  const stored = resource.fields.filter(isColumn);
  const shown = resource.fields.filter((field) => isColumn(field) || field.keyOf !== undefined);
  const readers = shown.map((field) => ({ name: field.name, property: field.property, read: readerOf(field) }));
  return {
    columns: [
      ...stored
        .filter(({ name }) => name !== 'id')
        .map((field) => ({
          name: field.name,
          valueOf: (record: T) => toColumn(field, (record as unknown as Row)[field.property]),
        })),
      ...keyPartsOf(resource).map((part) => ({ name: part.column, valueOf: (record: T) => part.valueOf(record) })),
    ],
    selected: shown.map((field) => selectedField(field, resource as unknown as Resource, resources)).join(', '),
    fromRow: (row) => {
      const record: Record<string, unknown> = {};
      for (const { name, property, read } of readers) {
        const value = (row as Row)[name];
        record[property] = value === null || value === undefined ? null : read ? read(value) : value;
      }
      return record as unknown as T;
    },
  };
};
