import { EntitySchema, type EntitySchemaColumnOptions } from 'typeorm';
import type { Resources } from '../../records/index.js';
import type { Dialect } from '../dialect.js';
import { collationOf, ON_DELETE, columnTypeName } from './create.js';
import type { ColumnShape, TableShape } from './shape.js';
import { tablesOf } from './table-of.js';

const columnOptions = (column: ColumnShape, dialect: Dialect): EntitySchemaColumnOptions => ({
  name: column.name,
  type: columnTypeName(column, dialect) as 'int',
  nullable: column.nullable,
  primary: column.primary ?? false,
  ...(column.type === 'id' ? { generated: 'increment' as const } : {}),
  ...(column.length === undefined ? {} : { length: column.length }),
  ...(column.precision === undefined ? {} : { precision: column.precision, scale: column.scale ?? 0 }),
  ...collationOf(column, dialect),
});

/** A table as TypeORM's schema builder compares it with the database. */
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

/** The tables that the declared resources derive. */
export const entitiesOf = (resources: Resources, dialect: Dialect): readonly EntitySchema[] =>
  tablesOf(resources).map((shape) => entityOf(shape, dialect));
