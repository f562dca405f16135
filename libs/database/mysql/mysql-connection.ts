import type { Socket } from 'node:net';
import type { Connection as DriverConnection, PoolConnection, ResultSetHeader } from 'mysql2';
import { currentDeadline, type Deadline, DeadlinePassed, patience, Unavailable } from '../../kernel/index.js';
import type { Connection, Written } from '../connection.js';
import type { Dialect } from '../dialect.js';
import { isTimedOut } from '../driver-errors.js';
import type { Bound } from '../sql.js';
import { measuredStatement } from '../statement.js';

/** Statements that the server can interrupt. Others (COMMIT, SAVEPOINT, DDL) cannot or must not be interrupted. */
const ENDABLE = /^\s*(?:\(|(?:SELECT|INSERT|UPDATE|DELETE|REPLACE|WITH)\b)/i;
const SELECT = /^\s*SELECT\b/i;

/**
 * Adds a time limit to a statement, after which the server ends it (`isTimedOut`), because the result is no longer
 * needed. MySQL supports this for SELECT only; other statements end with their connection.
 */
export const limited = (sql: string, limitMs: number, { mariadb }: Pick<Dialect, 'mariadb'>): string => {
  // 0 would mean no limit.
  const ms = Math.max(1, Math.round(limitMs));
  if (mariadb) return ENDABLE.test(sql) ? `SET STATEMENT max_statement_time=${(ms / 1000).toFixed(3)} FOR ${sql}` : sql;
  return sql.replace(SELECT, (select) => `${select} /*+ MAX_EXECUTION_TIME(${ms}) */`);
};

/**
 * Time limit of statements without a deadline. Migrations and commands can be slow, but must fail if the server has
 * died.
 */
const NO_DEADLINE_MS = 3_600_000;
/** If the server does not end a statement at its limit, the connection is closed this much later. */
const GRACE_MS = 1_000;
/** Time limit of the rollback of a failed transaction. Its connection is closed in any case. */
const ROLLBACK_MS = 2_000;

/** The server does not respond. It is unknown whether it ran the statement, so the connection is closed. */
export class NoAnswer extends Error {
  readonly code = 'PROTOCOL_SEQUENCE_TIMEOUT';

  constructor(limitMs: number) {
    super(`no response from the database within ${limitMs} ms`);
  }
}

/**
 * The driver's types do not declare the socket of a connection, but only the socket can close it immediately. Only
 * this file uses it.
 */
const socketOf = (connection: DriverConnection): Socket =>
  (connection as unknown as { readonly stream: Socket }).stream;

/** Closes a connection immediately. The driver's own method can wait forever for an unresponsive server. */
export const cutOff = (connection: DriverConnection): void => {
  connection.destroy();
  socketOf(connection).destroy();
};

/**
 * Closes a connection as if the server had closed it: pending statements fail, and responses that have already arrived
 * are ignored.
 */
export const lose = (connection: DriverConnection): void => void socketOf(connection).destroy();

/** Calls `then` once a connection is closed for any reason. The driver emits no event for a destroyed connection. */
export const onceGone = (connection: DriverConnection, then: () => void): void => {
  socketOf(connection).once('close', then);
};

/**
 * A connection borrowed from the pool. A statement returns or fails at the current deadline. After a failure, the
 * connection returns to the pool once the server has ended the statement, or is destroyed a second later.
 */
export class MysqlConnection implements Connection {
  /** Always false: if MySQL rolls back on its own, the error's number shows it. */
  readonly hasLostTransaction = false;
  private underWay = 0;
  private isGivenBack = false;
  private isOver = false;

  constructor(
    private readonly lent: PoolConnection,
    private readonly dialect: Dialect,
    /** Called once when the connection is returned or closed. */
    private readonly onEnd: () => void = () => undefined,
  ) {}

  async query(sql: string, params: readonly Bound[]): Promise<readonly object[]> {
    // Uses the text protocol, so that the server does not keep a prepared statement for each length of a list.
    return (await this.sendInTime(sql, params)) as object[];
  }

  async run(sql: string, params: readonly Bound[]): Promise<Written> {
    const { affectedRows, insertId } = (await this.sendInTime(sql, params)) as ResultSetHeader;
    return { affected: affectedRows, insertId };
  }

  async savepoint(depth: number): Promise<void> {
    await this.run(`SAVEPOINT depth${depth}`, []);
  }

  /** A later savepoint with the same name replaces this one, which saves a round trip. */
  async release(_depth: number): Promise<void> {}

  async rollbackTo(depth: number): Promise<void> {
    await this.run(`ROLLBACK TO SAVEPOINT depth${depth}`, []);
  }

  /** Returns the connection to the pool as soon as the server has ended the running statement. */
  giveBack(): void {
    this.isGivenBack = true;
    this.endIfIdle();
  }

  /**
   * Rolls back, resets the session for the next borrower and returns the connection. If the rollback fails, closes the
   * connection, which ends its transaction. Never throws.
   */
  async rollBack(more: readonly string[] = []): Promise<void> {
    const limitMs = patience(ROLLBACK_MS);
    const sent = ['ROLLBACK', ...more].map((sql) =>
      this.send(sql, [], limitMs).catch((error: unknown) => {
        if (!(error instanceof NoAnswer)) this.cut();
      }),
    );
    this.giveBack();
    await Promise.all(sent);
  }

  private async sendInTime(sql: string, params: readonly Bound[]): Promise<unknown> {
    const deadline = currentDeadline();
    deadline?.mustRemain();
    const limitMs = deadline?.remainingMs ?? NO_DEADLINE_MS;
    const text = deadline ? limited(sql, limitMs, this.dialect) : sql;
    try {
      return await measuredStatement(sql, () => this.send(text, params, limitMs));
    } catch (error) {
      throw refusalOf(error, deadline);
    }
  }

  /**
   * Rejects with `NoAnswer` at the time limit. The driver's own timer would keep running after the connection is
   * closed.
   */
  private send(sql: string, params: readonly Bound[], limitMs: number): Promise<unknown> {
    return new Promise((resolve, reject) => {
      let isAnswered = false;
      let isLate = false;
      this.underWay += 1;
      const giveUp = (): void => {
        if (isAnswered) return;
        isLate = true;
        reject(new NoAnswer(limitMs));
        timer = setTimeout(() => this.cut(), GRACE_MS);
      };
      // A response that arrived while the event loop was blocked still counts.
      let timer = setTimeout(() => setImmediate(giveUp), limitMs);
      // A destroyed connection returns no response, so the timer must not keep the process alive.
      if (limitMs === NO_DEADLINE_MS) timer.unref();
      this.lent.query({ sql, values: params as Bound[] }, (error, result) => {
        isAnswered = true;
        clearTimeout(timer);
        this.underWay -= 1;
        if (!error) resolve(result);
        // No other code would handle its late rejection.
        else if (isLate && !isTimedOut(error)) this.cut();
        else reject(error);
        this.endIfIdle();
      });
    });
  }

  private endIfIdle(): void {
    if (!this.isGivenBack || this.underWay > 0 || this.isOver) return;
    this.isOver = true;
    this.lent.release();
    this.onEnd();
  }

  private cut(): void {
    if (this.isOver) return;
    this.isOver = true;
    cutOff(this.lent);
    this.onEnd();
  }
}

/** Converts the error of a statement that the server or its administrator ended, or that got no response in time. */
const refusalOf = (error: unknown, deadline: Deadline | undefined): unknown => {
  if (deadline && (error instanceof NoAnswer || isTimedOut(error)))
    return new DeadlinePassed(deadline, { cause: error });
  return isTimedOut(error) ? new Unavailable(1, { cause: error }) : error;
};
