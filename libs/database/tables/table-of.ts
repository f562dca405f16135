import { type Field, type Kind, type Recorded, type Resource, type Resources, TEXT_MAX } from '../../records/index.js';
import { keyPartsOf, keysOf, partsOf } from './key-columns.js';
import {
  type ColumnShape,
  day,
  decimal,
  id,
  index,
  instant,
  int,
  json,
  NULL,
  type Refers,
  refers,
  type TableShape,
  table,
  text,
  unique,
  varchar,
} from './shape.js';

/** The separate table for a list of ids of another resource. */
export interface LinkTable {
  readonly field: Field;
  readonly table: string;
  /** The column with the id of the owning record. */
  readonly owner: string;
  /** The listed resource, and the column with its ids. */
  readonly of: string;
  readonly column: string;
  readonly onDelete: 'cascade' | 'restrict';
  /** Whether a declared resource has this table and defines its columns. */
  readonly declared: boolean;
}

/** `category_ids` of `product` is stored in `product_category` (product_id, category_id). */
const linkName = (tableName: string, { name }: Field): string => `${tableName}_${name.replace(/_ids$/, '')}`;

export const linkTablesOf = <T extends Recorded>(resource: Resource<T>, resources: Resources): readonly LinkTable[] =>
  resource.fields.flatMap((field): LinkTable[] => {
    if (field.kind.type !== 'ids') return [];
    const name = linkName(resource.table, field);
    return [
      {
        field,
        table: name,
        owner: `${resource.table}_id`,
        of: field.kind.of,
        column: `${resources.named(field.kind.of).table}_id`,
        onDelete: field.reference?.onDelete === 'restrict' ? 'restrict' : 'cascade',
        declared: resources.all.some((other) => other.table === name),
      },
    ];
  });

/**
 * Whether an object contains references. References must be foreign keys, so such objects need a resource and a table
 * of their own.
 */
const refersInside = (kind: Kind): boolean =>
  kind.type === 'objects' && kind.fields.some(({ reference }) => reference !== undefined);

/** A read-only object has no column; its owner provides it, such as the file of a document. */
const isProvidedByOwner = ({ kind, access }: Field): boolean => kind.type === 'object' && access === 'read';

/** Whether a field is a column. Keys of other records, lists of ids and secrets are not. */
export const isColumn = (field: Field): boolean =>
  field.keyOf === undefined &&
  field.kind.type !== 'ids' &&
  field.kind.type !== 'secret' &&
  !isProvidedByOwner(field) &&
  !refersInside(field.kind);

const columnOf = ({ name, kind, nullable }: Field): ColumnShape => {
  const rest = nullable ? NULL : undefined;
  if (name === 'id') return id();
  switch (kind.type) {
    case 'int':
    case 'boolean':
      return int(name, rest);
    case 'decimal':
      return decimal(name, kind.precision, kind.scale, rest);
    case 'string':
      return varchar(name, kind.maxLength, rest);
    case 'text':
      // MySQL's TEXT type is limited to 65,535 bytes.
      return kind.maxBytes > TEXT_MAX ? json(name, rest) : text(name, rest);
    case 'day':
      return day(name, rest);
    case 'instant':
      return instant(name, rest);
    default:
      return json(name, rest);
  }
};

const referencesOf = <T extends Recorded>(resource: Resource<T>, resources: Resources): readonly Refers[] =>
  resource.fields.flatMap(({ name, kind, reference }) =>
    reference && kind.type === 'int'
      ? [refers(name, resources.named(reference.resource).table, reference.onDelete)]
      : [],
  );

/** The table of a resource, derived from its definition. */
export const tableOf = <T extends Recorded>(resource: Resource<T>, resources: Resources): TableShape =>
  table(
    resource.table,
    [...resource.fields.filter(isColumn).map(columnOf), ...keyPartsOf(resource).map(({ shape }) => shape)],
    [
      ...keysOf(resource).map((key) => unique(key.name, ...partsOf(resource, key).map(({ column }) => column))),
      ...(resource.indexes ?? []).map(({ name, properties }) =>
        index(name, ...properties.map((property) => resource.byProperty.get(property)?.name ?? property)),
      ),
    ],
    referencesOf(resource, resources),
  );

const linkTableOf = (link: LinkTable, ownerTable: string, resources: Resources): TableShape =>
  table(
    link.table,
    [int(link.owner, { primary: true }), int(link.column, { primary: true })],
    [],
    [refers(link.owner, ownerTable, 'cascade'), refers(link.column, resources.named(link.of).table, link.onDelete)],
  );

export const tablesOf = (resources: Resources): readonly TableShape[] =>
  resources.all.flatMap((resource) => [
    tableOf(resource, resources),
    ...linkTablesOf(resource, resources)
      .filter(({ declared }) => !declared)
      .map((link) => linkTableOf(link, resource.table, resources)),
  ]);
