import { type MigrationInterface, type QueryRunner, TableColumn, TableIndex } from 'typeorm';
import { schemaDialect } from './dialect.js';
import { bound, type Param } from './sql.js';
import { columnOptions, createTable } from './tables/create.js';
import type { ColumnShape, IndexShape, TableShape } from './tables/shape.js';

/**
 * One step of the schema, of one table, written once and never changed. MySQL can't roll it back, so `up` may run again
 * after a crash.
 */
export interface Migration extends MigrationInterface {
  /** `<timestamp>-<table or what it gets>`: the journals of databases hold it, and all rooms' steps run in its order. */
  readonly name: string;
}

type Row = Readonly<Record<string, Param>>;

/** Creates a table, with the rows that a fresh database holds; the first column of a row is its key. */
export abstract class CreateTable implements Migration {
  abstract readonly name: string;
  abstract readonly shape: TableShape;
  readonly rows: readonly Row[] = [];

  async up(runner: QueryRunner): Promise<void> {
    await createTable(runner, this.shape);
    const dialect = schemaDialect(runner);
    for (const row of this.rows) {
      const columns = Object.keys(row);
      const insert = dialect.upsert(this.shape.name, columns, columns.slice(0, 1), []);
      await runner.query(insert, Object.values(row).map(bound));
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable(this.shape.name, true);
  }
}

/** Gives a table an index more, if it hasn't got it. */
export abstract class AddIndex implements Migration {
  abstract readonly name: string;
  abstract readonly table: string;
  abstract readonly index: IndexShape;

  async up(runner: QueryRunner): Promise<void> {
    if (await this.isThere(runner)) return;
    const { name, columns, unique } = this.index;
    await runner.createIndex(this.table, new TableIndex({ name, columnNames: [...columns], isUnique: unique }));
  }

  async down(runner: QueryRunner): Promise<void> {
    if (await this.isThere(runner)) await runner.dropIndex(this.table, this.index.name);
  }

  private async isThere(runner: QueryRunner): Promise<boolean> {
    return (await runner.getTable(this.table))?.indices.some(({ name }) => name === this.index.name) ?? false;
  }
}

/** Gives a table a column more, if it hasn't got it; nullable, since builds before it don't write it. */
export abstract class AddColumn implements Migration {
  abstract readonly name: string;
  abstract readonly table: string;
  abstract readonly column: ColumnShape;

  async up(runner: QueryRunner): Promise<void> {
    if (!this.column.nullable) throw new Error(`${this.name}: the rows that are there have no value for it`);
    if (await runner.hasColumn(this.table, this.column.name)) return;
    await runner.addColumn(this.table, new TableColumn(columnOptions(this.column, schemaDialect(runner))));
  }

  async down(runner: QueryRunner): Promise<void> {
    if (await runner.hasColumn(this.table, this.column.name)) await runner.dropColumn(this.table, this.column.name);
  }
}
