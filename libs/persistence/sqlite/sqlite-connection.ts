import type SqliteFile from 'better-sqlite3';
import type { Connection, Written } from '../connection.js';
import type { Bound } from '../sql.js';

const STATEMENTS_MAX = 500;

/** So long may statements follow one another before other work of the process gets a turn. */
const TURN_MS = 10;

let turnBegan: number | undefined;

/** Lets the event loop go round now and then: ten thousand statements that never wait would hold up every request. */
const othersToo = (): Promise<void> | undefined => {
  if (turnBegan === undefined) {
    turnBegan = performance.now();
    setImmediate(() => (turnBegan = undefined));
    return undefined;
  }
  return performance.now() - turnBegan < TURN_MS ? undefined : new Promise((resolve) => setImmediate(resolve));
};

/** One connection to an SQLite file. Its calls block until they are done, so nothing comes between them. */
export class SqliteConnection implements Connection {
  private readonly statements = new Map<string, SqliteFile.Statement>();

  constructor(private readonly file: SqliteFile.Database) {}

  get inTransaction(): boolean {
    return this.file.inTransaction;
  }

  /** Whether the file looks after references; can't be changed inside a transaction. */
  guardReferences(on: boolean): void {
    this.file.pragma(`foreign_keys = ${on ? 'ON' : 'OFF'}`);
  }

  /** Throws if a record refers to one that isn't there. */
  checkReferences(): void {
    const [broken] = this.file.pragma('foreign_key_check') as readonly { readonly table: string }[];
    if (broken) throw new Error(`a row of ${broken.table} refers to one that isn't there`);
  }

  async query(sql: string, params: readonly Bound[]): Promise<readonly object[]> {
    await othersToo();
    return this.statement(sql).all(params) as object[];
  }

  async run(sql: string, params: readonly Bound[]): Promise<Written> {
    await othersToo();
    const { changes, lastInsertRowid } = this.statement(sql).run(params);
    return { affected: changes, insertId: Number(lastInsertRowid) };
  }

  async savepoint(depth: number): Promise<void> {
    await this.run(`SAVEPOINT depth${depth}`, []);
  }

  async release(depth: number): Promise<void> {
    await this.run(`RELEASE SAVEPOINT depth${depth}`, []);
  }

  async rollbackTo(depth: number): Promise<void> {
    await this.run(`ROLLBACK TO SAVEPOINT depth${depth}`, []);
    // It would stay, and the next one of its name would lie upon it.
    await this.release(depth);
  }

  /** Prepared statements are kept; the one used longest ago goes first. */
  private statement(sql: string): SqliteFile.Statement {
    const kept = this.statements.get(sql);
    if (kept) {
      this.statements.delete(sql);
      this.statements.set(sql, kept);
      return kept;
    }
    const statement = this.file.prepare(sql);
    this.statements.set(sql, statement);
    if (this.statements.size > STATEMENTS_MAX) {
      const [oldest] = this.statements.keys();
      if (oldest !== undefined) this.statements.delete(oldest);
    }
    return statement;
  }
}
