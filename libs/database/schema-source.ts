import { DataSource } from 'typeorm';
import { SQLITE } from './dialect.js';
import { ALL_JOURNALLED, inOrder, namesOf } from './migrate.js';
import type { Migration } from './migration.js';
import { entitiesOf, type Stored } from './tables/entities.js';
import { parseDatabaseUrl } from './url.js';

/** The declared tables of the application, and the migrations that create them. */
interface Declared extends Stored {
  readonly migrations: readonly Migration[];
}

const useMigrate = (): Promise<never> =>
  Promise.reject(new Error('Run `kontor migrate` instead. It ensures that only one process migrates at a time.'));

/** Kontor has its own journal of migrations, because TypeORM's has other columns. */
const withMigrations = (source: DataSource, migrations: readonly Migration[]): DataSource =>
  Object.assign(source, {
    showMigrations: async (): Promise<boolean> => {
      const runner = source.createQueryRunner();
      try {
        const isThere = await runner.hasTable('migration');
        const done = namesOf(isThere ? ((await runner.query(ALL_JOURNALLED)) as readonly object[]) : []);
        for (const { name } of migrations) source.logger.logSchemaBuild(`[${done.has(name) ? 'X' : ' '}] ${name}`);
        return migrations.some(({ name }) => !done.has(name));
      } finally {
        await runner.release();
      }
    },
    runMigrations: useMigrate,
    undoLastMigration: useMigrate,
  });

/**
 * A data source with the declared tables as entities, for TypeORM's own tools: `schema:log` shows differences between
 * the database and the declarations, `migration:show` the migrations. The application itself does not use it. Not
 * connected yet.
 */
export const schemaSource = async (url: string, { migrations, ...stored }: Declared): Promise<DataSource> => {
  const target = parseDatabaseUrl(url);
  const all = inOrder(migrations);
  if (target.kind === 'mysql') {
    const { mysqlSource } = await import('./mysql/mysql-pool.js');
    const { source } = await mysqlSource(target.servers[0], 1, (dialect) => entitiesOf(stored, dialect));
    return withMigrations(source, all);
  }
  const entities = [...entitiesOf(stored, SQLITE)];
  return withMigrations(new DataSource({ type: 'better-sqlite3', database: target.file ?? ':memory:', entities }), all);
};
