import { Gauge, type Metric } from '../kernel/index.js';
import type { Database } from './database.js';
import { RETRIES, STATEMENT_SECONDS, TRANSACTIONS, WRITER_HOLD_SECONDS } from './metrics.js';
import type { Persistence } from './persistence.js';

const CONNECTIONS_IN_USE = new Gauge({
  name: 'kontor_database_connections_in_use',
  help: 'Database connections in use',
  labels: ['pool'],
});

const CONNECTIONS_WAITING = new Gauge({
  name: 'kontor_database_connections_waiting',
  help: 'Requests and jobs waiting for a database connection',
  labels: ['pool'],
});

const CONNECTIONS_MOST = new Gauge({
  name: 'kontor_database_connections_max',
  help: 'Maximum number of database connections',
  labels: ['pool'],
});

const VERSION = new Gauge({
  name: 'kontor_change_log_version',
  help: 'Current version of the change log in the database',
});

const KEPT_VERSIONS = new Gauge({
  name: 'kontor_change_log_versions',
  help: 'Number of versions that the change log contains',
});

const DATABASE_BYTES = new Gauge({
  name: 'kontor_database_bytes',
  help: 'Size of the database in bytes, excluding transaction logs',
});

const TABLE_BYTES = new Gauge({
  name: 'kontor_table_bytes',
  help: 'Size of each table with its indexes in bytes, measured once an hour',
  labels: ['table'],
});

export const DATABASE_METRICS: readonly Metric[] = [
  STATEMENT_SECONDS,
  TRANSACTIONS,
  RETRIES,
  WRITER_HOLD_SECONDS,
  CONNECTIONS_IN_USE,
  CONNECTIONS_WAITING,
  CONNECTIONS_MOST,
  VERSION,
  KEPT_VERSIONS,
  DATABASE_BYTES,
  TABLE_BYTES,
];

const MEASURED_MS = 3_600_000;
/** On SQLite, measuring reads the whole file in a search process. Above this size, that would delay searches. */
const MEASURED_MAX_BYTES = 2 * 1_073_741_824;
const measuredAt = new WeakMap<Database, number>();

const measureTables = async (database: Database, size: number): Promise<void> => {
  const now = performance.now();
  if (now - (measuredAt.get(database) ?? -MEASURED_MS) < MEASURED_MS) return;
  if (database.dialect.oneWriter && size > MEASURED_MAX_BYTES) return;
  measuredAt.set(database, now);
  const found = await database.search<{ readonly name: string; readonly bytes: number | string }>(
    database.dialect.tableBytes,
  );
  for (const { name, bytes } of found) TABLE_BYTES.set(Number(bytes), name);
};

/** Updates the metrics. While the database is unavailable, those that need it keep their values. */
export const observeDatabase = async ({ connections, database, changes }: Persistence): Promise<void> => {
  for (const { pool, inUse, waiting, most } of connections.usage) {
    CONNECTIONS_IN_USE.set(inUse, pool);
    CONNECTIONS_WAITING.set(waiting, pool);
    CONNECTIONS_MOST.set(most, pool);
  }
  VERSION.set(await changes.version());
  // Uses the first and last version, because versions have no gaps and counting would read a million entries.
  const [kept] = await database.queryAside<{ readonly first: number | null; readonly last: number | null }>(
    'SELECT (SELECT version FROM change_log ORDER BY version, position LIMIT 1) AS first, ' +
      '(SELECT version FROM change_log ORDER BY version DESC, position DESC LIMIT 1) AS last',
  );
  KEPT_VERSIONS.set(kept ? Number(kept.last) - Number(kept.first) + (kept.last === null ? 0 : 1) : 0);
  const [found] = await database.queryAside<{ readonly bytes: number | string | null }>(database.dialect.databaseBytes);
  const size = Number(found?.bytes ?? 0);
  DATABASE_BYTES.set(size);
  await measureTables(database, size);
};
