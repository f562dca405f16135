import { type QueryRunner, Table, type TableColumnOptions, type TableForeignKeyOptions } from 'typeorm';
import { type Dialect, schemaDialect } from '../dialect.js';
import type { ColumnShape, ReferenceShape, TableShape } from './shape.js';

/** Column types that the databases name differently. */
const TYPES: Partial<Record<ColumnShape['type'], { readonly sqlite: string; readonly mysql: string }>> = {
  id: { sqlite: 'integer', mysql: 'int' },
  bigid: { sqlite: 'integer', mysql: 'bigint' },
  int: { sqlite: 'integer', mysql: 'int' },
  json: { sqlite: 'text', mysql: 'longtext' },
};

export const columnTypeName = ({ type }: ColumnShape, { name }: Dialect): string => TYPES[type]?.[name] ?? type;

const isText = ({ type }: ColumnShape): boolean => type === 'varchar' || type === 'text' || type === 'json';

/** By code point, trailing spaces are significant; this is SQLite's default. */
export const collationOf = (
  column: ColumnShape,
  { collation }: Dialect,
): { readonly charset?: string; readonly collation?: string } =>
  isText(column) && collation !== undefined ? { charset: 'utf8mb4', collation } : {};

export const ON_DELETE: Readonly<Record<ReferenceShape['onDelete'], 'CASCADE' | 'NO ACTION' | 'SET NULL'>> = {
  cascade: 'CASCADE',
  // Not RESTRICT, which is checked before the statement ends.
  restrict: 'NO ACTION',
  clear: 'SET NULL',
};

export const columnOptions = (column: ColumnShape, dialect: Dialect): TableColumnOptions => ({
  name: column.name,
  type: columnTypeName(column, dialect),
  isNullable: column.nullable,
  isPrimary: column.primary ?? false,
  ...(column.type === 'id' || column.type === 'bigid'
    ? { isGenerated: true, generationStrategy: 'increment' as const }
    : {}),
  ...(column.length === undefined ? {} : { length: String(column.length) }),
  ...(column.precision === undefined ? {} : { precision: column.precision, scale: column.scale ?? 0 }),
  ...collationOf(column, dialect),
});

export const foreignKeyOptions = ({ name, column, table, onDelete }: ReferenceShape): TableForeignKeyOptions => ({
  name,
  columnNames: [column],
  referencedTableName: table,
  referencedColumnNames: ['id'],
  onDelete: ON_DELETE[onDelete],
  // Explicit, because MariaDB would report RESTRICT, which would always differ from the declarations.
  onUpdate: 'NO ACTION',
});

/** Creates a table with its keys and indexes unless it exists, because MySQL cannot roll back a partial migration. */
export const createIfAbsent = (runner: QueryRunner, shape: TableShape): Promise<void> => {
  const dialect = schemaDialect(runner);
  return runner.createTable(
    new Table({
      name: shape.name,
      columns: shape.columns.map((column) => columnOptions(column, dialect)),
      indices: shape.indexes.map(({ name, columns, unique }) => ({
        name,
        columnNames: [...columns],
        isUnique: unique,
      })),
      foreignKeys: shape.references.map(foreignKeyOptions),
      ...(dialect.name === 'mysql' ? { engine: 'InnoDB' } : {}),
    }),
    true,
  );
};
