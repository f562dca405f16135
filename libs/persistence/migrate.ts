import type { Connection, Connections } from './connection.js';
import { isTableThere } from './driver-errors.js';
import type { Migration } from './migration.js';
import { MigrationClaim } from './migration-claim.js';
import { MIGRATIONS } from './migrations/index.js';
import { createTable } from './tables/create.js';
import { bigint, instant, int, NULL, table, varchar } from './tables/shape.js';

/** Which migrations have run, and who may run them now. These two are no migrations: they come before all. */
const JOURNAL = table(
  'migration',
  [varchar('name', 190), instant('applied_at')].map((column, at) => ({ ...column, primary: at === 0 })),
);
const CLAIM = table('migration_claim', [
  int('id', { primary: true }),
  varchar('owner', 64, NULL),
  bigint('expires_at', NULL),
]);

export interface MigrateOptions {
  /** Takes the last migration back. */
  readonly down?: boolean;
  readonly migrations?: readonly Migration[];
  /** Told each step that is done. */
  readonly onStep?: (name: string) => void;
}

const journalled = async (connections: Connections): Promise<ReadonlySet<string>> => {
  const rows = (await connections.read('SELECT name FROM migration', [])) as readonly { readonly name: string }[];
  return new Set(rows.map(({ name }) => name));
};

const applied = (connection: Connection, name: string) =>
  connection.run('INSERT INTO migration (name, applied_at) VALUES (?, ?)', [name, new Date().toISOString()]);

const makeOwnTables = (connections: Connections): Promise<void> =>
  connections.schema(async (runner) => {
    for (const shape of [JOURNAL, CLAIM]) await createTable(runner, shape, connections.dialect);
    await runner.query(connections.dialect.upsert('migration_claim', ['id'], ['id'], []), [1]);
  });

/** These two can't stand under a claim, so two processes may make them at once: then one of them looks again. */
const prepare = async (connections: Connections): Promise<void> => {
  for (;;) {
    try {
      return await makeOwnTables(connections);
    } catch (error) {
      if (!isTableThere(error)) throw error;
    }
  }
};

const stepUp = (connections: Connections, migration: Migration): Promise<void> =>
  connections.schema(async (runner, connection) => {
    await migration.up(runner, connections.dialect);
    await applied(connection, migration.name);
  });

const stepDown = (connections: Connections, migration: Migration): Promise<void> =>
  connections.schema(async (runner, connection) => {
    await migration.down(runner);
    await connection.run('DELETE FROM migration WHERE name = ?', [migration.name]);
  });

/**
 * Brings the schema up to date, or one step down; answers the steps done. Of processes that start at once one does it
 * under a claimed row, the others wait for it.
 */
export const migrate = async (
  { connections }: { readonly connections: Connections },
  { down = false, migrations = MIGRATIONS, onStep = () => undefined }: MigrateOptions = {},
): Promise<readonly string[]> => {
  await prepare(connections);
  const done: string[] = [];
  const pending = async (): Promise<readonly Migration[]> => {
    const there = await journalled(connections);
    if (down) return migrations.filter(({ name }) => there.has(name)).slice(-1);
    return migrations.filter(({ name }) => !there.has(name));
  };
  if ((await pending()).length === 0) return done;
  const claim = await MigrationClaim.take(connections);
  try {
    for (const migration of await pending()) {
      await claim.mustHold();
      await (down ? stepDown : stepUp)(connections, migration);
      done.push(migration.name);
      onStep(migration.name);
    }
  } finally {
    await claim.release();
  }
  return done;
};

/** The migrations that haven't run yet, by name; throws where there is no schema at all. Changes nothing. */
export const pendingMigrations = async ({
  connections,
}: {
  readonly connections: Connections;
}): Promise<readonly string[]> => {
  const there = await journalled(connections);
  return MIGRATIONS.map(({ name }) => name).filter((name) => !there.has(name));
};
