import { type MigrationInterface, type QueryRunner, TableColumn, TableForeignKey, TableIndex } from 'typeorm';
import { schemaDialect } from './dialect.js';
import { bound, type Param } from './sql.js';
import { columnOptions, createIfAbsent, foreignKeyOptions } from './tables/create.js';
import { type ColumnShape, index, type IndexShape, type Refers, table } from './tables/shape.js';

/**
 * One step of the schema, for one table. Never changed after its release. MySQL cannot roll it back, so `up` may run
 * again after a crash.
 */
export interface Migration extends MigrationInterface {
  /**
   * `<timestamp>-<table or column>`. Stored in the journals of databases. The migrations of all modules run in this
   * order.
   */
  readonly name: string;
}

/** Creates a table and its initial rows; the first column of a row is its key. */
export const createTable = (
  name: string,
  tableName: string,
  columns: readonly ColumnShape[],
  indexes: readonly IndexShape[] = [],
  references: readonly Refers[] = [],
  rows: readonly Readonly<Record<string, Param>>[] = [],
): Migration => ({
  name,
  async up(runner) {
    await createIfAbsent(runner, table(tableName, columns, indexes, references));
    const dialect = schemaDialect(runner);
    for (const row of rows) {
      const given = Object.keys(row);
      const insert = dialect.upsert(tableName, given, given.slice(0, 1), []);
      await runner.query(insert, Object.values(row).map(bound));
    }
  },
  down: (runner) => runner.dropTable(tableName, true),
});

/** Adds an index to a table, unless it exists. */
export const addIndex = (name: string, tableName: string, added: IndexShape): Migration => {
  const isThere = async (runner: QueryRunner): Promise<boolean> =>
    (await runner.getTable(tableName))?.indices.some((other) => other.name === added.name) ?? false;
  return {
    name,
    async up(runner) {
      if (await isThere(runner)) return;
      const { columns, unique } = added;
      await runner.createIndex(
        tableName,
        new TableIndex({ name: added.name, columnNames: [...columns], isUnique: unique }),
      );
    },
    async down(runner) {
      if (await isThere(runner)) await runner.dropIndex(tableName, added.name);
    },
  };
};

/**
 * Adds an index for clients that poll for changes since a time (`updated_at`, pricing.md §1), which would otherwise
 * scan millions of rows.
 */
export const addUpdatedAtIndex = (name: string, tableName: string): Migration =>
  addIndex(name, tableName, index(`${tableName}_updated_at`, 'updated_at'));

/** Adds a column to a table, unless it exists. The column is nullable, because older builds do not write it. */
export const addColumn = (name: string, tableName: string, column: ColumnShape): Migration => {
  if (!column.nullable)
    throw new Error(`${name}: existing rows have no value for ${column.name}. Make the column nullable.`);
  return {
    name,
    async up(runner) {
      if (await runner.hasColumn(tableName, column.name)) return;
      await runner.addColumn(tableName, new TableColumn(columnOptions(column, schemaDialect(runner))));
    },
    async down(runner) {
      if (await runner.hasColumn(tableName, column.name)) await runner.dropColumn(tableName, column.name);
    },
  };
};

/**
 * Adds several columns with their references in one step, because SQLite copies the table for each change. The columns
 * are nullable, as in `addColumn`.
 */
export const addColumns = (
  name: string,
  tableName: string,
  columns: readonly ColumnShape[],
  references: readonly Refers[] = [],
): Migration => {
  const nameless = columns.find(({ nullable }) => !nullable);
  if (nameless) throw new Error(`${name}: existing rows have no value for ${nameless.name}. Make the column nullable.`);
  const added = table(tableName, columns, [], references);
  const there = async (runner: QueryRunner) => {
    const found = await runner.getTable(tableName);
    return {
      columns: columns.filter((column) => found?.findColumnByName(column.name)),
      indexes: added.indexes.filter((one) => found?.indices.some((other) => other.name === one.name)),
      references: added.references.filter((one) => found?.foreignKeys.some((other) => other.name === one.name)),
    };
  };
  return {
    name,
    async up(runner) {
      const dialect = schemaDialect(runner);
      const found = await there(runner);
      const missing = columns.filter((column) => !found.columns.includes(column));
      if (missing.length > 0)
        await runner.addColumns(
          tableName,
          missing.map((column) => new TableColumn(columnOptions(column, dialect))),
        );
      for (const one of added.indexes)
        if (!found.indexes.includes(one))
          await runner.createIndex(tableName, new TableIndex({ name: one.name, columnNames: [...one.columns] }));
      const keys = added.references.filter((one) => !found.references.includes(one));
      if (keys.length > 0)
        await runner.createForeignKeys(
          tableName,
          keys.map((one) => new TableForeignKey(foreignKeyOptions(one))),
        );
    },
    async down(runner) {
      const found = await there(runner);
      for (const one of found.references) await runner.dropForeignKey(tableName, one.name);
      for (const one of found.indexes) await runner.dropIndex(tableName, one.name);
      for (const column of found.columns) await runner.dropColumn(tableName, column.name);
    },
  };
};
