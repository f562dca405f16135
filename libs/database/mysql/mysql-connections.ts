import { setTimeout as delay } from 'node:timers/promises';
import type { PoolConnection } from 'mysql2';
import type { DataSource, QueryRunner } from 'typeorm';
import { currentDeadline, DeadlinePassed, outOfPatience, patience, Semaphore } from '../../kernel/index.js';
import { CommitUncertain, type Connection, type Connections, type LendingOptions } from '../connection.js';
import type { Dialect } from '../dialect.js';
import { isUncertain } from '../driver-errors.js';
import type { PoolUsage } from '../connection-pool.js';
import type { Bound } from '../sql.js';
import { entitiesOf, type Stored } from '../tables/entities.js';
import type { MysqlServer } from '../url.js';
import { cutOff, lose, MysqlConnection } from './mysql-connection.js';
import { MysqlOnceStore } from './mysql-once-store.js';
import { IDLE_TRANSACTION_S, mysqlSource, type MysqlSource } from './mysql-pool.js';
import { SideConnection } from './side-connection.js';

/** Time limit for closing a pool: an unresponsive connection would block it forever. */
const LEAVE_MS = 2_000;

const writersOf = (poolSize: number): number => Math.max(1, Math.floor(poolSize / 2));

/**
 * Connections to a MariaDB or MySQL server: a pool, of which at most half may write, and one additional connection.
 */
export class MysqlConnections implements Connections {
  readonly dialect: Dialect;
  readonly source: DataSource;
  readonly once: MysqlOnceStore;
  private readonly writers: Semaphore;
  private readonly side: SideConnection;
  private lent = 0;
  private left: Error | undefined;
  private waiting = 0;

  private constructor(
    private readonly opened: MysqlSource,
    private readonly poolSize: number,
    private readonly patienceMs: number,
  ) {
    this.source = opened.source;
    this.dialect = opened.dialect;
    // The other half is for reads: writers that wait for a lock must not block reads, which need no locks.
    this.writers = new Semaphore({ atOnce: writersOf(poolSize), patienceMs });
    this.side = new SideConnection(opened.login, opened.settings);
    this.once = new MysqlOnceStore(new SideConnection(opened.login, opened.settings, patienceMs));
  }

  static async open(
    target: MysqlServer,
    stored: Stored,
    poolSize: number,
    patienceMs: number,
  ): Promise<MysqlConnections> {
    const opened = await mysqlSource(target, poolSize, (dialect) => entitiesOf(stored, dialect));
    await opened.source.initialize();
    return new MysqlConnections(opened, poolSize, patienceMs);
  }

  /** A writer also uses a connection of the pool. */
  get usage(): readonly PoolUsage[] {
    const { lent, waiting, poolSize, writers } = this;
    return [
      { pool: 'all', inUse: lent - waiting, waiting, most: poolSize },
      { pool: 'writers', inUse: writers.inUse, waiting: writers.queued, most: writersOf(poolSize) },
    ];
  }

  async read(sql: string, params: readonly Bound[]): Promise<readonly object[]> {
    const connection = await this.lend();
    try {
      return await connection.query(sql, params);
    } finally {
      connection.giveBack();
    }
  }

  readAside(sql: string, params: readonly Bound[]): Promise<readonly object[]> {
    return this.side.read(sql, params);
  }

  search(sql: string, params: readonly Bound[]): Promise<readonly object[]> {
    return this.read(sql, params);
  }

  async snapshot<T>(work: (connection: Connection) => Promise<T>): Promise<T> {
    const connection = await this.lend();
    const mayRest = this.dialect.mariadb && (currentDeadline()?.limitMs ?? Infinity) > IDLE_TRANSACTION_S * 1_000;
    try {
      if (mayRest) await connection.run('SET SESSION idle_transaction_timeout = 0', []);
      await connection.run('START TRANSACTION WITH CONSISTENT SNAPSHOT, READ ONLY', []);
      return await work(connection);
    } finally {
      // Do not wait for the end of a read-only transaction.
      void connection.rollBack(mayRest ? [`SET SESSION idle_transaction_timeout = ${IDLE_TRANSACTION_S}`] : []);
    }
  }

  async write<T>(
    work: (connection: Connection) => Promise<T>,
    { ownConnection = false }: LendingOptions = {},
  ): Promise<T> {
    const release = ownConnection ? undefined : await this.writers.acquire();
    const connection = await this.lend(release);
    let result: T;
    try {
      await Promise.all([
        connection.run('SET TRANSACTION ISOLATION LEVEL READ COMMITTED', []),
        connection.run('START TRANSACTION', []),
      ]);
      result = await work(connection);
      // Until COMMIT is sent, it is certain that nothing is stored.
      currentDeadline()?.mustRemain();
    } catch (error) {
      await connection.rollBack();
      throw error;
    }
    try {
      await connection.run('COMMIT', []);
    } catch (error) {
      await connection.rollBack();
      throw isUncertain(error) || error instanceof DeadlinePassed ? new CommitUncertain(error) : error;
    }
    connection.giveBack();
    return result;
  }

  async schema<T>(work: (runner: QueryRunner, connection: Connection) => Promise<T>): Promise<T> {
    const runner = this.source.createQueryRunner();
    try {
      return await work(runner, new MysqlConnection((await runner.connect()) as PoolConnection, this.dialect));
    } finally {
      await runner.release();
    }
  }

  /** Nothing to do: `MysqlHosts` switches between servers. */
  onMoved(): void {}

  /**
   * Closes all connections immediately and permanently. Waiting and later callers get a lost-connection error, and
   * pending responses are ignored.
   */
  leave(): void {
    this.left = Object.assign(new Error('another database host is used from now on'), {
      code: 'PROTOCOL_CONNECTION_LOST',
    });
    this.side.close(this.left);
    void this.once.close(this.left);
    for (const connection of this.opened.connections) lose(connection);
    void this.source.destroy().catch(() => undefined);
  }

  get inUse(): number {
    return this.lent;
  }

  async close(): Promise<void> {
    this.side.close();
    await this.once.close();
    const left = new AbortController();
    try {
      const waited = delay(LEAVE_MS, undefined, left).catch(() => undefined);
      if (this.source.isInitialized) await Promise.race([this.source.destroy(), waited]);
    } finally {
      left.abort();
      for (const connection of this.opened.connections) cutOff(connection);
    }
  }

  /** Borrows a connection of the pool. `onEnd` is called when it is returned, or if none is available. */
  private async lend(onEnd?: () => void): Promise<MysqlConnection> {
    this.lent += 1;
    this.waiting += 1;
    const ended = (): void => {
      this.lent -= 1;
      onEnd?.();
    };
    try {
      return new MysqlConnection(await this.acquire(), this.dialect, ended);
    } catch (error) {
      ended();
      throw error;
    } finally {
      this.waiting -= 1;
    }
  }

  /** Borrows a pool connection for a query runner. TypeORM itself would wait forever for a free one. */
  private acquire(): Promise<PoolConnection> {
    if (this.left) return Promise.reject(this.left);
    const connected = this.source.createQueryRunner().connect() as Promise<PoolConnection>;
    return new Promise((resolve, reject) => {
      let isLate = false;
      const timer = setTimeout(() => {
        isLate = true;
        reject(outOfPatience());
      }, patience(this.patienceMs));
      connected
        .then((connection) => {
          if (this.left) {
            lose(connection);
            reject(this.left);
          } else if (isLate) connection.release();
          else resolve(connection);
        }, reject)
        .finally(() => clearTimeout(timer));
    });
  }
}
