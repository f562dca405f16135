import type { Connection, Connections } from './connection.js';
import type { Dialect } from './dialect.js';
import { isTableThere } from './driver-errors.js';
import type { Migration } from './migration.js';
import { MigrationClaim } from './migration-claim.js';
import { DATABASE_MIGRATIONS } from './migrations/index.js';
import { patiently, readAgain } from './repeats.js';
import { createIfAbsent } from './tables/create.js';
import { bigint, instant, int, NULL, table, varchar } from './tables/shape.js';

/**
 * The journal of completed migrations, and the claim of the process that runs them. These two tables are created
 * before all migrations.
 */
const JOURNAL = table(
  'migration',
  [varchar('name', 190), instant('applied_at')].map((column, at) => ({ ...column, primary: at === 0 })),
);
const CLAIM = table('migration_claim', [
  int('id', { primary: true }),
  varchar('owner', 64, NULL),
  bigint('expires_at', NULL),
]);

interface MigrateOptions {
  /** Reverts the last migration. */
  readonly down?: boolean;
  /** Called before each step. A step may take a long time. */
  readonly onBegin?: (name: string) => void;
  /** Called after each step. */
  readonly onStep?: (name: string) => void;
  /** Called once if another process is migrating. */
  readonly onWaiting?: () => void;
  /** Aborting it immediately ends the wait for another process; a run ends after the current step. */
  readonly signal?: AbortSignal;
}

/** Reverting the step would remove what a newer build needs. The message explains the solution. */
export class StepBackRefused extends Error {}

interface Migrated {
  readonly connections: Connections;
  /** All migrations, in order. */
  readonly migrations: readonly Migration[];
}

/** The migrations of the modules and of the library, in the order in which they run: by timestamp. */
export const inOrder = (ofRooms: readonly Migration[]): readonly Migration[] =>
  [...DATABASE_MIGRATIONS, ...ofRooms].sort((one, other) => (one.name < other.name ? -1 : 1));

export const ALL_JOURNALLED = 'SELECT name FROM migration';

export const namesOf = (rows: readonly object[]): ReadonlySet<string> =>
  new Set((rows as readonly { readonly name: string }[]).map(({ name }) => name));

const journalled = async (connections: Connections): Promise<ReadonlySet<string>> =>
  namesOf(await readAgain(() => connections.read(ALL_JOURNALLED, [])));

/** Idempotent, like the step itself, because the response can be lost. */
const applied = (connection: Connection, name: string, dialect: Dialect) =>
  connection.run(dialect.upsert('migration', ['name', 'applied_at'], ['name'], []), [name, new Date().toISOString()]);

const makeOwnTables = (connections: Connections): Promise<void> =>
  connections.schema(async (runner) => {
    for (const shape of [JOURNAL, CLAIM]) await createIfAbsent(runner, shape);
    await runner.query(connections.dialect.upsert('migration_claim', ['id'], ['id'], []), [1]);
  });

/** No claim protects these two tables. If two processes create them concurrently, one of them retries. */
const prepare = async (connections: Connections): Promise<void> => {
  for (;;) {
    try {
      return await patiently(() => makeOwnTables(connections));
    } catch (error) {
      if (!isTableThere(error)) throw error;
    }
  }
};

const stepUp = (connections: Connections, migration: Migration): Promise<void> =>
  patiently(() =>
    connections.schema(async (runner, connection) => {
      await migration.up(runner);
      await applied(connection, migration.name, connections.dialect);
    }),
  );

const stepDown = (connections: Connections, migration: Migration): Promise<void> =>
  patiently(() =>
    connections.schema(async (runner, connection) => {
      await migration.down(runner);
      await connection.run('DELETE FROM migration WHERE name = ?', [migration.name]);
    }),
  );

/** Migrations of a newer build, which this build does not know. */
const newerThan = (migrations: readonly Migration[], there: ReadonlySet<string>): readonly string[] => {
  const last = migrations.at(-1)?.name ?? '';
  return [...there].filter((name) => name > last).sort();
};

const mustNotBeAhead = (there: ReadonlySet<string>, migrations: readonly Migration[]): void => {
  const newer = newerThan(migrations, there);
  if (newer.length === 0) return;
  throw new StepBackRefused(
    `A newer build has migrated the schema to ${newer.at(-1) ?? ''}, which this build does not contain. ` +
      `To use this build, first run \`kontor migrate --down\`${newer.length === 1 ? '' : ` ${newer.length} times`} with the newer build.`,
  );
};

/**
 * Migrates the schema to the current build, or one step back; returns the completed steps. If several processes start
 * at once, one of them migrates under a claim, and the others wait for it.
 */
export const migrate = async (
  { connections, migrations }: Migrated,
  options: MigrateOptions = {},
): Promise<readonly string[]> => {
  const { down = false, onBegin, onStep, onWaiting, signal } = options;
  await prepare(connections);
  const done: string[] = [];
  const pending = async (): Promise<readonly Migration[]> => {
    const there = await journalled(connections);
    if (down) {
      mustNotBeAhead(there, migrations);
      return migrations.filter(({ name }) => there.has(name)).slice(-1);
    }
    return migrations.filter(({ name }) => !there.has(name));
  };
  if ((await pending()).length === 0) return done;
  const claim = await MigrationClaim.take(connections, { signal, onWaiting });
  try {
    for (const migration of await pending()) {
      signal?.throwIfAborted();
      await claim.mustHold();
      onBegin?.(migration.name);
      await (down ? stepDown : stepUp)(connections, migration);
      done.push(migration.name);
      onStep?.(migration.name);
    }
  } catch (error) {
    // A claim that cannot be released expires. The first error is the one to report.
    await claim.release().catch(() => undefined);
    throw error;
  }
  await claim.release();
  return done;
};

interface SchemaState {
  /** Names of migrations that have not run yet. */
  readonly pending: readonly string[];
  /** Names of completed migrations of a newer build. */
  readonly ahead: readonly string[];
}

/**
 * Compares the schema with this build; throws if there is no schema. Only reads, and like all readiness checks it does
 * not wait for the pool.
 */
export const schemaState = async ({ connections, migrations }: Migrated): Promise<SchemaState> => {
  const there = namesOf(await readAgain(() => connections.readAside(ALL_JOURNALLED, [])));
  return {
    pending: migrations.map(({ name }) => name).filter((name) => !there.has(name)),
    ahead: newerThan(migrations, there),
  };
};
