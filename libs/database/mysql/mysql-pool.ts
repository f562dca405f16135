import { readFileSync } from 'node:fs';
import mysql2, {
  type ConnectionOptions,
  type Pool,
  type PoolConnection,
  type PoolOptions,
  type RowDataPacket,
} from 'mysql2';
import { createConnection } from 'mysql2/promise';
import { DataSource, type EntitySchema } from 'typeorm';
import { type Dialect, dialectOf } from '../dialect.js';
import type { MysqlServer } from '../url.js';
import { onceGone } from './mysql-connection.js';

/** Values that do not fit are rejected instead of truncated, and 0 is a valid id (website 0, group 0). */
const SQL_MODE = 'STRICT_ALL_TABLES,ERROR_FOR_DIVISION_BY_ZERO,NO_ENGINE_SUBSTITUTION,NO_AUTO_VALUE_ON_ZERO';
const LOCK_WAIT_S = 5;
/**
 * MariaDB rolls back a transaction after this many seconds without a statement, because its locks block all other
 * writers. The process may have been stopped or lost its connection.
 */
export const IDLE_TRANSACTION_S = 10;
const CONNECT_MS = 5_000;

export interface Server {
  readonly dialect: Dialect;
  readonly galera: boolean;
}

const sslOf = ({ tls }: MysqlServer): { readonly ca?: Buffer; readonly rejectUnauthorized: true } | undefined =>
  tls && { rejectUnauthorized: true, ...(tls.ca === undefined ? {} : { ca: readFileSync(tls.ca) }) };

export const login = (target: MysqlServer) => ({
  host: target.host,
  port: target.port,
  user: target.username,
  password: target.password,
  database: target.database,
  ...(target.tls ? { ssl: sslOf(target) } : {}),
});

/** Detects the kind of server, which TypeORM needs before it connects. */
export const askServer = async (target: MysqlServer): Promise<Server> => {
  const connection = await createConnection({ ...login(target), connectTimeout: CONNECT_MS });
  try {
    const [[about]] = await connection.query<RowDataPacket[]>(
      'SELECT VERSION() AS version, @@auto_increment_increment AS step',
    );
    const [[wsrep]] = await connection.query<RowDataPacket[]>("SHOW VARIABLES LIKE 'wsrep_on'");
    return {
      dialect: dialectOf(String(about?.['version']), Number(about?.['step'])),
      galera: wsrep?.['Value'] === 'ON',
    };
  } finally {
    await connection.end();
  }
};

/**
 * Settings of each new connection. On Galera, a read waits until the node has applied what the cluster committed
 * before.
 */
export const settingsFor = ({ dialect, galera }: Server): readonly string[] => [
  `SET time_zone = '+00:00', sql_mode = '${SQL_MODE}', SESSION innodb_lock_wait_timeout = ${LOCK_WAIT_S}` +
    (dialect.mariadb ? `, SESSION idle_transaction_timeout = ${IDLE_TRANSACTION_S}` : '') +
    (galera ? ', SESSION wsrep_sync_wait = 1' : ''),
  // Isolation level for snapshots. Each write transaction requests READ COMMITTED.
  'SET SESSION TRANSACTION ISOLATION LEVEL REPEATABLE READ',
];

/** Sends the first commands of a connection, before those of a borrower. If one fails, the connection is unusable. */
const prepared = (connection: PoolConnection, settings: readonly string[]): void => {
  for (const setting of settings) {
    connection.query(setting, (error) => {
      if (error) connection.destroy();
    });
  }
};

/** Wraps the driver, because TypeORM creates the pool, so that its first connection is prepared too. */
const driverPreparing = (settings: readonly string[], connections: Set<PoolConnection>) => ({
  ...mysql2,
  createPool: (options: PoolOptions): Pool => {
    const pool = mysql2.createPool(options);
    pool.on('connection', (connection) => {
      connections.add(connection);
      onceGone(connection, () => connections.delete(connection));
      prepared(connection, settings);
    });
    return pool;
  },
});

export interface MysqlSource {
  readonly source: DataSource;
  readonly dialect: Dialect;
  readonly login: ConnectionOptions;
  readonly settings: readonly string[];
  /** Open connections of the pool. */
  readonly connections: ReadonlySet<PoolConnection>;
}

/** Creates a data source for the server's kind, without connecting. */
export const mysqlSource = async (
  target: MysqlServer,
  poolSize: number,
  entitiesFor: (dialect: Dialect) => readonly EntitySchema[] = () => [],
): Promise<MysqlSource> => {
  const server = await askServer(target);
  const settings = settingsFor(server);
  const connections = new Set<PoolConnection>();
  const source = new DataSource({
    type: server.dialect.mariadb ? 'mariadb' : 'mysql',
    driver: driverPreparing(settings, connections),
    host: target.host,
    port: target.port,
    username: target.username,
    password: target.password,
    database: target.database,
    charset: 'utf8mb4',
    timezone: 'Z',
    dateStrings: true,
    bigNumberStrings: false,
    connectTimeout: CONNECT_MS,
    poolSize,
    extra: { enableKeepAlive: true, keepAliveInitialDelay: 10_000 },
    entities: [...entitiesFor(server.dialect)],
    ...(target.tls ? { ssl: sslOf(target) } : {}),
  });
  const ownLogin = {
    ...login(target),
    charset: 'utf8mb4',
    timezone: 'Z',
    dateStrings: true,
    connectTimeout: CONNECT_MS,
  };
  return { source, dialect: server.dialect, login: ownLogin, settings, connections };
};
