import type { PoolConnection, ResultSetHeader } from 'mysql2';
import type { Connection, Written } from '../connection.js';
import type { Bound } from '../sql.js';

/** A single statement takes longer only if something hangs. */
const STATEMENT_MS = 60_000;

/** The server doesn't answer; what it made of the statement is unknown, so the connection is given up. */
class NoAnswer extends Error {
  readonly code = 'PROTOCOL_SEQUENCE_TIMEOUT';

  constructor() {
    super(`no answer from the database within ${STATEMENT_MS} ms`);
  }
}

/** One connection of the pool, lent. */
export class MysqlConnection implements Connection {
  constructor(private readonly connection: PoolConnection) {}

  async query(sql: string, params: readonly Bound[]): Promise<readonly object[]> {
    // The text protocol: it needs no statement kept at the server for each shape of a list.
    return (await this.send(sql, params)) as object[];
  }

  async run(sql: string, params: readonly Bound[]): Promise<Written> {
    const { affectedRows, insertId } = (await this.send(sql, params)) as ResultSetHeader;
    return { affected: affectedRows, insertId };
  }

  async savepoint(depth: number): Promise<void> {
    await this.run(`SAVEPOINT depth${depth}`, []);
  }

  /** The next savepoint of this name takes its place, so the way to the server is saved. */
  async release(_depth: number): Promise<void> {}

  async rollbackTo(depth: number): Promise<void> {
    await this.run(`ROLLBACK TO SAVEPOINT depth${depth}`, []);
  }

  /** The driver's own limit goes on counting when the connection is gone, so we count ourselves. */
  private send(sql: string, params: readonly Bound[]): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.connection.destroy();
        reject(new NoAnswer());
      }, STATEMENT_MS);
      this.connection.query({ sql, values: params as Bound[] }, (error, result) => {
        clearTimeout(timer);
        if (error) reject(error);
        else resolve(result);
      });
    });
  }
}
