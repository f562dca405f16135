import type SqliteFile from 'better-sqlite3';
import { LRUCache } from 'lru-cache';
import { currentDeadline, folded } from '../../kernel/index.js';
import type { Connection, Written } from '../connection.js';
import { LOWER_FUNCTION } from '../dialect.js';
import type { Bound } from '../sql.js';
import { measuredStatement } from '../statement.js';
import type { UniqueIndexes } from './look-up.js';

const STATEMENTS_MAX = 500;

const UNIQUE_INDEXES =
  'SELECT i.name, COUNT(*) AS columns FROM sqlite_schema t, pragma_index_list(t.name) i, pragma_index_info(i.name) ' +
  'WHERE t.type = \'table\' AND i."unique" = 1 GROUP BY i.name';

/** Time in milliseconds after which consecutive statements yield to other work of the process. */
const TURN_MS = 10;

let turnBegan: number | undefined;

/** Yields to the event loop from time to time: thousands of consecutive statements would block every request. */
const othersToo = (): Promise<void> | undefined => {
  if (turnBegan === undefined) {
    turnBegan = performance.now();
    setImmediate(() => (turnBegan = undefined));
    return undefined;
  }
  return performance.now() - turnBegan < TURN_MS ? undefined : new Promise((resolve) => setImmediate(resolve));
};

/** Registers Kontor's SQL functions on a connection. */
export const addFunctions = (file: SqliteFile.Database): void => {
  file.function(LOWER_FUNCTION, { deterministic: true }, (text: unknown) =>
    typeof text === 'string' ? folded(text) : text,
  );
};

/** A connection to an SQLite file. Its calls block, so no other code runs during a statement. */
export class SqliteConnection implements Connection {
  private readonly statements = new LRUCache<string, SqliteFile.Statement>({ max: STATEMENTS_MAX });

  constructor(private readonly file: SqliteFile.Database) {}

  get inTransaction(): boolean {
    return this.file.inTransaction;
  }

  get hasLostTransaction(): boolean {
    return !this.file.inTransaction;
  }

  /** Turns foreign key checks on or off; has no effect inside a transaction. */
  guardReferences(on: boolean): void {
    this.file.pragma(`foreign_keys = ${on ? 'ON' : 'OFF'}`);
  }

  /** Throws if a reference points to a missing record. */
  checkReferences(): void {
    const [broken] = this.file.pragma('foreign_key_check') as readonly { readonly table: string }[];
    if (broken) throw new Error(`a row of ${broken.table} refers to a row that does not exist`);
  }

  /** The query plan of a statement. */
  planOf(sql: string, params: readonly Bound[]): readonly string[] {
    const steps = this.file.prepare(`EXPLAIN QUERY PLAN ${sql}`).all(params) as readonly { readonly detail: string }[];
    return steps.map(({ detail }) => detail);
  }

  uniqueIndexes(): UniqueIndexes {
    const rows = this.file.prepare(UNIQUE_INDEXES).all() as readonly {
      readonly name: string;
      readonly columns: number;
    }[];
    return new Map(rows.map(({ name, columns }) => [name, columns]));
  }

  async query(sql: string, params: readonly Bound[]): Promise<readonly object[]> {
    await othersToo();
    currentDeadline()?.mustRemain();
    return this.rows(sql, params);
  }

  /** Like `query`, but for shared reads, which ignore the deadlines of single callers. */
  async look(sql: string, params: readonly Bound[]): Promise<readonly object[]> {
    await othersToo();
    return this.rows(sql, params);
  }

  async run(sql: string, params: readonly Bound[]): Promise<Written> {
    await othersToo();
    currentDeadline()?.mustRemain();
    const { changes, lastInsertRowid } = measuredStatement(sql, () => this.statement(sql).run(params));
    return { affected: changes, insertId: Number(lastInsertRowid) };
  }

  private rows(sql: string, params: readonly Bound[]): readonly object[] {
    return measuredStatement(sql, () => this.statement(sql).all(params) as object[]);
  }

  /** BEGIN, COMMIT and similar statements ignore the deadline, because a started transaction must end. */
  async control(sql: string): Promise<void> {
    await othersToo();
    measuredStatement(sql, () => this.statement(sql).run());
  }

  async savepoint(depth: number): Promise<void> {
    await this.control(`SAVEPOINT depth${depth}`);
  }

  async release(depth: number): Promise<void> {
    await this.control(`RELEASE SAVEPOINT depth${depth}`);
  }

  async rollbackTo(depth: number): Promise<void> {
    await this.control(`ROLLBACK TO SAVEPOINT depth${depth}`);
    // Otherwise the savepoint would remain, and the next one with its name would be nested in it.
    await this.release(depth);
  }

  /** Prepared statements are cached. */
  private statement(sql: string): SqliteFile.Statement {
    const kept = this.statements.get(sql);
    if (kept) return kept;
    const statement = this.file.prepare(sql);
    this.statements.set(sql, statement);
    return statement;
  }
}
