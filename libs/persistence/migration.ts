import { type QueryRunner, TableColumn, TableIndex } from 'typeorm';
import type { Dialect } from './dialect.js';
import { bound, type Param } from './sql.js';
import { columnOptions, createTable } from './tables/create.js';
import type { ColumnShape, IndexShape, TableShape } from './tables/shape.js';

/** One step of the schema, written once and never changed. MySQL can't roll it back, so `up` may run again after a crash. */
export interface Migration {
  /** `<timestamp>-<table>`, like its file. */
  readonly name: string;
  up(runner: QueryRunner, dialect: Dialect): Promise<void>;
  down(runner: QueryRunner): Promise<void>;
}

type Seed = Readonly<Record<string, Param>>;

const insertSeed = async (runner: QueryRunner, dialect: Dialect, table: string, seed: Seed): Promise<void> => {
  const columns = Object.keys(seed);
  const [first = 'id'] = columns;
  await runner.query(dialect.upsert(table, columns, [first], []), Object.values(seed).map(bound));
};

/** A migration that creates a table, with the rows that a fresh database holds; the first column of a row is its key. */
export const creates = (name: string, shape: TableShape, seeds: readonly Seed[] = []): Migration => ({
  name,
  async up(runner, dialect) {
    await createTable(runner, shape, dialect);
    for (const seed of seeds) await insertSeed(runner, dialect, shape.name, seed);
  },
  async down(runner) {
    await runner.dropTable(shape.name, true);
  },
});

/** A migration that gives a table an index more, if it hasn't got it. */
export const indexes = (name: string, table: string, { name: indexName, columns, unique }: IndexShape): Migration => {
  const has = async (runner: QueryRunner): Promise<boolean> =>
    (await runner.getTable(table))?.indices.some((index) => index.name === indexName) ?? false;
  return {
    name,
    async up(runner) {
      if (await has(runner)) return;
      await runner.createIndex(table, new TableIndex({ name: indexName, columnNames: [...columns], isUnique: unique }));
    },
    async down(runner) {
      if (await has(runner)) await runner.dropIndex(table, indexName);
    },
  };
};

/** A migration that gives a table a column more, if it hasn't got it; nullable, since builds before it don't write it. */
export const addsColumn = (name: string, table: string, shape: ColumnShape): Migration => {
  if (!shape.nullable) throw new Error(`${name}: the rows that are there have no value for ${shape.name}`);
  return {
    name,
    async up(runner, dialect) {
      if (await runner.hasColumn(table, shape.name)) return;
      await runner.addColumn(table, new TableColumn(columnOptions(shape, dialect)));
    },
    async down(runner) {
      if (await runner.hasColumn(table, shape.name)) await runner.dropColumn(table, shape.name);
    },
  };
};
