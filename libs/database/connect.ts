import { Resources } from '../records/index.js';
import type { Connections } from './connection.js';
import { parseDatabaseUrl } from './url.js';

export interface ConnectOptions {
  /** All declared resources of the application: TypeORM's entities, and how references and keys of other records find their tables. */
  readonly resources?: Resources;
  /** Connections of the pool (DATABASE_POOL); SQLite has its own fixed few. */
  readonly pool?: number;
  /** SQLite: so many processes for searches may run beside this one; none, if not given. */
  readonly readingProcesses?: number;
  /** How long to wait for a free connection, or for the lock of another process, before the answer is 503. */
  readonly patienceMs?: number;
}

const POOL_DEFAULT = 10;
const PATIENCE_DEFAULT_MS = 5_000;

/** Connects to what DATABASE_URL names, with the driver of that alone; throws if it can't be reached. */
export const connect = async (url: string, options: ConnectOptions = {}): Promise<Connections> => {
  const target = parseDatabaseUrl(url);
  const { resources = new Resources([]), pool = POOL_DEFAULT, patienceMs = PATIENCE_DEFAULT_MS } = options;
  if (target.kind === 'sqlite') {
    const { SqliteConnections } = await import('./sqlite/sqlite-connections.js');
    return SqliteConnections.open(target.file, resources, patienceMs, options.readingProcesses);
  }
  const { MysqlConnections } = await import('./mysql/mysql-connections.js');
  return MysqlConnections.open(target, resources, pool, patienceMs);
};
