import { Gauge, type Metric } from '../kernel/index.js';
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
];

/** Sets the gauges; what can't be asked while the database is away stays as it was. */
export const observeDatabase = async ({ connections, database, changes }: Persistence): Promise<void> => {
  for (const { pool, inUse, waiting, most } of connections.usage) {
    CONNECTIONS_IN_USE.set(inUse, pool);
    CONNECTIONS_WAITING.set(waiting, pool);
    CONNECTIONS_MOST.set(most, pool);
  }
  VERSION.set(await changes.version());
  // By the ends of the key: versions have no gaps, and to count the entries would be to walk through a million of them.
  const [kept] = await database.queryAside<{ readonly first: number | null; readonly last: number | null }>(
    'SELECT (SELECT version FROM change_log ORDER BY version, position LIMIT 1) AS first, ' +
      '(SELECT version FROM change_log ORDER BY version DESC, position DESC LIMIT 1) AS last',
  );
  KEPT_VERSIONS.set(kept ? Number(kept.last) - Number(kept.first) + (kept.last === null ? 0 : 1) : 0);
};
