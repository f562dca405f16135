import { setTimeout as delay } from 'node:timers/promises';
import { type Clock, type NonceStore, OperatorFault, SystemClock } from '../kernel/index.js';
import { Resources } from '../records/index.js';
import { SqlAuditTrail } from './audit/sql-audit-trail.js';
import { SqlRecordHistory } from './audit/sql-record-history.js';
import { SqlChangeLog } from './sql-change-log.js';
import { ChangeLogRetention } from './change-log-retention.js';
import type { Connections } from './connection.js';
import { Database } from './database.js';
import { isAway } from './driver-errors.js';
import { inOrder } from './migrate.js';
import type { Migration } from './migration.js';
import { GroupedNonceStore } from './grouped-nonce-store.js';
import { SqlIdempotencyStore } from './sql-idempotency-store.js';
import { TypeOrmRecordStore } from './records/typeorm-record-store.js';
import { TypeOrmReferences } from './records/typeorm-references.js';
import { Outage } from './outage.js';
import { Replicas } from './replicas.js';
import { Ambient } from './scope.js';
import { AmbientTransactions } from './transactions.js';
import type { TableShape } from './tables/shape.js';
import { type MysqlServer, parseDatabaseUrl } from './url.js';

export interface ConnectOptions {
  /** Number of connections in the pool (DATABASE_POOL); ignored on SQLite. */
  readonly pool?: number;
  /** Setting SEARCH_PROCESSES. SQLite: the maximum number of search processes; default none. */
  readonly readingProcesses?: number;
  /** Time limit in milliseconds for a free connection or another process's lock, before the response is 503. */
  readonly patienceMs?: number;
  /**
   * Setting DATABASE_FAILOVER_S, in milliseconds: how long each request waits for a lost database, up to its deadline.
   */
  readonly failoverMs?: number;
  /** Setting DATABASE_READ_URL: replicas for snapshots that allow them. */
  readonly replicas?: string;
}

interface Connecting extends ConnectOptions {
  /**
   * All declared resources of the application: the source of TypeORM's entities and of the tables of referenced
   * records.
   */
  readonly resources?: Resources;
  /** Tables that do not belong to records. */
  readonly tables?: readonly TableShape[];
}

const POOL_DEFAULT = 10;
const DEFAULT_PATIENCE_MS = 5_000;

/** Connects to the database of DATABASE_URL; loads only its driver. Throws if the database is unreachable. */
const connect = async (url: string, options: Connecting): Promise<Connections> => {
  const target = parseDatabaseUrl(url);
  const { resources = new Resources([]), tables = [], pool = POOL_DEFAULT, patienceMs = DEFAULT_PATIENCE_MS } = options;
  const stored = { resources, tables };
  if (target.kind === 'sqlite') {
    const { SqliteConnections } = await import('./sqlite/sqlite-connections.js');
    return SqliteConnections.open(target.file, stored, patienceMs, options.readingProcesses);
  }
  const { MysqlConnections } = await import('./mysql/mysql-connections.js');
  const opening = (server: MysqlServer) => MysqlConnections.open(server, stored, pool, patienceMs);
  if (target.servers.length === 1) return opening(target.servers[0]);
  const { MysqlHosts } = await import('./mysql/mysql-hosts.js');
  return MysqlHosts.open(target.servers, opening);
};

/** Connects on first use, so that an unavailable replica does not prevent the start. */
const replicasOf = async (primary: Connections, options: Connecting): Promise<Replicas | undefined> => {
  if (options.replicas === undefined) return undefined;
  const target = parseDatabaseUrl(options.replicas);
  if (target.kind === 'sqlite')
    throw new OperatorFault(
      'DATABASE_READ_URL is set to SQLite, which has no replicas. Unset it, or set it to a MySQL or MariaDB server.',
    );
  const { resources = new Resources([]), tables = [], pool = POOL_DEFAULT, patienceMs = DEFAULT_PATIENCE_MS } = options;
  const stored = { resources, tables };
  const { MysqlConnections } = await import('./mysql/mysql-connections.js');
  const openings = target.servers.map((server) => () => MysqlConnections.open(server, stored, pool, patienceMs));
  return new Replicas(primary, openings);
};

export interface PersistenceOptions extends Connecting {
  /** The migrations of the modules, in any order. */
  readonly migrations?: readonly Migration[];
  readonly clock?: Clock;
}

/** All adapters of one database, for the Nest module and for code without Nest. */
export class Persistence {
  readonly resources: Resources;
  /** The migrations of the modules and of the library, in order. */
  readonly migrations: readonly Migration[];
  readonly database: Database;
  readonly changes: SqlChangeLog;
  readonly audit: SqlAuditTrail;
  readonly transactions: AmbientTransactions;
  readonly retention: ChangeLogRetention;
  readonly records: TypeOrmRecordStore;
  readonly references: TypeOrmReferences;
  readonly history: SqlRecordHistory;
  readonly idempotencyStore: SqlIdempotencyStore;
  readonly onceKeys: NonceStore;

  constructor(
    readonly connections: Connections,
    private readonly replicas: Replicas | undefined,
    { resources = new Resources([]), migrations = [], clock = new SystemClock(), failoverMs }: PersistenceOptions,
  ) {
    this.resources = resources;
    this.migrations = inOrder(migrations);
    const ambient = new Ambient();
    this.audit = new SqlAuditTrail(ambient, clock);
    // There is no failover for a file.
    const outage = new Outage(connections.dialect.oneWriter ? 0 : failoverMs);
    this.database = new Database(connections, ambient, this.audit, outage);
    this.changes = new SqlChangeLog(this.database, ambient, clock);
    this.transactions = new AmbientTransactions(connections, ambient, this.changes, outage, this.audit, replicas);
    this.retention = new ChangeLogRetention(this.database, this.transactions, clock);
    this.records = new TypeOrmRecordStore(resources, this.database, this.transactions, this.audit);
    this.references = new TypeOrmReferences(resources, this.database, this.records);
    this.history = new SqlRecordHistory(this.database, this.references);
    this.idempotencyStore = new SqlIdempotencyStore(this.database, this.transactions, this.changes, clock);
    this.onceKeys = new GroupedNonceStore(connections.once, clock);
  }

  async close(): Promise<void> {
    await this.replicas?.close();
    await this.connections.close();
  }
}

/** How a start waits for an unreachable database server. */
export interface DatabaseWait {
  readonly forMs: number;
  /** Called after each failed attempt. */
  readonly onAway: (error: unknown) => void;
}

const NEXT_ATTEMPT_MS = 1000;

/** Opens the database and waits for its server if requested. There is no waiting for a file. */
export const openWhenReachable = async (
  url: string,
  options: PersistenceOptions,
  { forMs, onAway }: DatabaseWait,
): Promise<Persistence> => {
  const until = performance.now() + forMs;
  for (;;) {
    try {
      return await openDatabase(url, options);
    } catch (error) {
      const isWaitedFor = parseDatabaseUrl(url).kind === 'mysql' && isAway(error);
      if (!isWaitedFor || performance.now() >= until) throw error;
      onAway(error);
      await delay(NEXT_ATTEMPT_MS);
    }
  }
};

/** Opens the database of DATABASE_URL; throws if it is unreachable. Does not migrate the schema. */
export const openDatabase = async (url: string, options: PersistenceOptions = {}): Promise<Persistence> => {
  const connections = await connect(url, options);
  return new Persistence(connections, await replicasOf(connections, options), options);
};
