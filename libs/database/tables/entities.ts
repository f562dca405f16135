import { EntitySchema, type EntitySchemaColumnOptions, type ObjectLiteral } from 'typeorm';
import type { Resources } from '../../records/index.js';
import type { Dialect } from '../dialect.js';
import { collationOf, ON_DELETE, columnTypeName } from './create.js';
import { type ColumnShape, table, type TableShape } from './shape.js';
import { tablesOf } from './table-of.js';

const columnOptions = (column: ColumnShape, dialect: Dialect): EntitySchemaColumnOptions => ({
  name: column.name,
  type: columnTypeName(column, dialect) as 'int',
  nullable: column.nullable,
  primary: column.primary ?? false,
  // Not inserted: TypeORM would write DEFAULT, which becomes 0 on a server where 0 is a valid id.
  ...(column.type === 'id' ? { generated: 'increment' as const, insert: false } : {}),
  ...(column.length === undefined ? {} : { length: column.length }),
  ...(column.precision === undefined ? {} : { precision: column.precision, scale: column.scale ?? 0 }),
  ...collationOf(column, dialect),
});

/** A table as an entity, which TypeORM's schema builder compares with the database. */
const entityOf = (shape: TableShape, dialect: Dialect): EntitySchema =>
  new EntitySchema({
    name: shape.name,
    tableName: shape.name,
    columns: Object.fromEntries(shape.columns.map((column) => [column.name, columnOptions(column, dialect)])),
    indices: shape.indexes.map(({ name, columns, unique }) => ({ name, columns: [...columns], unique })),
    foreignKeys: shape.references.map(({ name, column, table, onDelete }) => ({
      name,
      target: table,
      columnNames: [column],
      referencedColumnNames: ['id'],
      onDelete: ON_DELETE[onDelete],
    })),
  });

/**
 * A table that does not belong to a record, with the type of the rows that `Database.repository` reads and writes. The
 * properties of a row are the columns.
 */
export interface EntityTable<Row extends ObjectLiteral = ObjectLiteral> extends TableShape {
  /** Only used as a type. */
  readonly row?: Row;
}

export const entityTable = <Row extends ObjectLiteral>(...parts: Parameters<typeof table>): EntityTable<Row> =>
  table(...parts);

/** Everything that is stored: declared records and other tables of modules. */
export interface Stored {
  readonly resources: Resources;
  readonly tables?: readonly TableShape[];
}

export const entitiesOf = ({ resources, tables = [] }: Stored, dialect: Dialect): readonly EntitySchema[] =>
  [...tablesOf(resources), ...tables].map((shape) => entityOf(shape, dialect));
