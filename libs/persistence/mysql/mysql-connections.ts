import type { Pool, PoolConnection } from 'mysql2';
import type { DataSource, QueryRunner } from 'typeorm';
import type { MysqlDriver } from 'typeorm/driver/mysql/MysqlDriver.js';
import { Unavailable } from '../../kernel/index.js';
import { CommitUncertain, type Connection, type Connections } from '../connection.js';
import type { Dialect } from '../dialect.js';
import { isLost } from '../driver-errors.js';
import type { Bound } from '../sql.js';
import type { MysqlTarget } from '../url.js';
import { MysqlConnection } from './mysql-connection.js';
import { mysqlSource } from './mysql-pool.js';

/** A MariaDB or MySQL server: a pool of connections. */
export class MysqlConnections implements Connections {
  private readonly pool: Pool;

  private constructor(
    private readonly source: DataSource,
    readonly dialect: Dialect,
    private readonly patienceMs: number,
  ) {
    this.pool = (source.driver as MysqlDriver).pool as Pool;
  }

  static async open(target: MysqlTarget, poolSize: number, patienceMs: number): Promise<MysqlConnections> {
    const { source, dialect } = await mysqlSource(target, poolSize);
    await source.initialize();
    return new MysqlConnections(source, dialect, patienceMs);
  }

  read(sql: string, params: readonly Bound[]): Promise<readonly object[]> {
    return this.lend((connection) => new MysqlConnection(connection).query(sql, params));
  }

  async snapshot<T>(work: (connection: Connection) => Promise<T>): Promise<T> {
    const lent = await this.acquire();
    const connection = new MysqlConnection(lent);
    try {
      await connection.run('START TRANSACTION WITH CONSISTENT SNAPSHOT, READ ONLY', []);
      return await work(connection);
    } finally {
      // Nobody waits for the end of a transaction that has only read.
      void this.rollback(lent, connection).then(() => lent.release());
    }
  }

  write<T>(work: (connection: Connection) => Promise<T>): Promise<T> {
    return this.lend(async (lent) => {
      const connection = new MysqlConnection(lent);
      await Promise.all([
        connection.run('SET TRANSACTION ISOLATION LEVEL READ COMMITTED', []),
        connection.run('START TRANSACTION', []),
      ]);
      let result: T;
      try {
        result = await work(connection);
      } catch (error) {
        await this.rollback(lent, connection);
        throw error;
      }
      try {
        await connection.run('COMMIT', []);
        return result;
      } catch (error) {
        await this.rollback(lent, connection);
        throw isLost(error) ? new CommitUncertain(error) : error;
      }
    });
  }

  async schema<T>(work: (runner: QueryRunner, connection: Connection) => Promise<T>): Promise<T> {
    const runner = this.source.createQueryRunner();
    try {
      return await work(runner, new MysqlConnection((await runner.connect()) as PoolConnection));
    } finally {
      await runner.release();
    }
  }

  async close(): Promise<void> {
    if (this.source.isInitialized) await this.source.destroy();
  }

  private async lend<T>(work: (connection: PoolConnection) => Promise<T>): Promise<T> {
    const connection = await this.acquire();
    try {
      return await work(connection);
    } finally {
      connection.release();
    }
  }

  private acquire(): Promise<PoolConnection> {
    return new Promise((resolve, reject) => {
      let late = false;
      const timer = setTimeout(() => {
        late = true;
        reject(new Unavailable(1));
      }, this.patienceMs);
      this.pool.getConnection((error, connection) => {
        clearTimeout(timer);
        if (error) reject(error);
        else if (late) connection.release();
        else resolve(connection);
      });
    });
  }

  /** Whatever can't be rolled back must not go back into the pool: its transaction ends with the connection. */
  private async rollback(lent: PoolConnection, connection: MysqlConnection): Promise<void> {
    try {
      await connection.run('ROLLBACK', []);
    } catch {
      lent.destroy();
    }
  }
}
