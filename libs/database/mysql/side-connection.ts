import { type Connection, createConnection, type ConnectionOptions } from 'mysql2';
import { type Listed, UnorderedList } from '../../kernel/index.js';
import { isLost } from '../driver-errors.js';
import type { Bound } from '../sql.js';
import { measuredStatement } from '../statement.js';
import { cutOff, NoAnswer } from './mysql-connection.js';

/** These reads find one row or a few by key, so a slower one is stuck. */
const ASIDE_MS = 1_000;

/** A waiting caller. */
interface Question extends Listed {
  fail(error: unknown): void;
}

/** An open or opening connection with its waiting callers. */
interface Current {
  readonly connection: Connection;
  readonly waiting: UnorderedList<Question>;
}

/**
 * The connection outside of the pool, for reads that every request waits for (ADR 24). Without a response within a
 * second, it is closed for all waiting callers, and the next read opens a new one.
 */
export class SideConnection {
  private current: Current | undefined;
  private ended: Error | undefined;

  constructor(
    private readonly options: ConnectionOptions,
    /** The first statements on each new connection. */
    private readonly settings: readonly string[],
    private readonly limitMs = ASIDE_MS,
  ) {}

  /** Rejects with `NoAnswer` at the time limit, which includes connecting. */
  read(sql: string, params: readonly Bound[]): Promise<readonly object[]> {
    return measuredStatement(sql, () => this.asked(sql, params));
  }

  private asked(sql: string, params: readonly Bound[]): Promise<readonly object[]> {
    if (this.ended) return Promise.reject(this.ended);
    const current = (this.current ??= this.connect());
    return new Promise((resolve, reject) => {
      const settled = (): void => {
        clearTimeout(timer);
        current.waiting.delete(question);
      };
      const fail = (error: unknown): void => {
        settled();
        // oxlint-disable-next-line typescript/prefer-promise-reject-errors -- the driver's own
        reject(error);
      };
      const question: Question = { position: -1, fail };
      const giveUp = (): void => {
        if (question.position >= 0) this.drop(current, new NoAnswer(this.limitMs));
      };
      // A response that arrived while the event loop was blocked still counts.
      const timer = setTimeout(() => setImmediate(giveUp), this.limitMs);
      current.waiting.add(question);
      current.connection.query({ sql, values: params as Bound[] }, (error, rows) => {
        if (!error) {
          settled();
          resolve(rows as object[]);
        } else if (isLost(error)) this.drop(current, error);
        else fail(error);
      });
    });
  }

  /** Closes permanently: waiting and later callers get this error. */
  close(reason = new Error('the database is closed')): void {
    this.ended = reason;
    if (this.current) this.drop(this.current, reason);
  }

  private connect(): Current {
    const current: Current = { connection: createConnection(this.options), waiting: new UnorderedList() };
    // Needed even without waiting callers, because an unhandled error event would end the process.
    current.connection.on('error', (error) => this.drop(current, error));
    for (const setting of this.settings) {
      current.connection.query(setting, (error) => {
        if (error) this.drop(current, error);
      });
    }
    return current;
  }

  private drop(current: Current, error: unknown): void {
    if (this.current === current) this.current = undefined;
    cutOff(current.connection);
    for (const { fail } of current.waiting) fail(error);
  }
}
