import type { DataSource, EntityManager, QueryRunner } from 'typeorm';
import type { Written } from '../connection.js';
import type { Dialect } from '../dialect.js';
import type { Params } from '../sql.js';

/** What runs the statements: `Database`. */
interface Statements {
  readonly dialect: Dialect;
  query(text: string, params: Params): Promise<readonly object[]>;
  run(text: string, params: Params): Promise<Written>;
  runReturning(text: string, params: Params): Promise<readonly object[]>;
}

const managers = new WeakMap<DataSource, EntityManager>();

const RETURNING = /\bRETURNING\b/;

/**
 * TypeORM's entity manager, whose statements `Database` runs: in the ambient transaction, with its deadlines. TypeORM's
 * own `transaction` is never used (ADR 36).
 */
export const managerOf = (source: DataSource, database: Statements): EntityManager => {
  const known = managers.get(source);
  if (known) return known;
  const query = async (text: string, params: (string | number | null)[] = [], isStructured = false) => {
    if (/^SELECT\b/.test(text) || RETURNING.test(text)) {
      const run = RETURNING.test(text) ? database.runReturning(text, params) : database.query(text, params);
      const rows = await run;
      return isStructured ? { raw: rows, records: rows } : rows;
    }
    const { affected, insertId } = await database.run(text, params);
    // What the driver of this database answers to a statement that writes.
    const raw = database.dialect.name === 'mysql' ? { insertId, affectedRows: affected } : insertId;
    return isStructured ? { raw, affected, records: [] } : raw;
  };
  // Over the driver's runner, which on SQLite is one for all: migrations use that as it is.
  const runner = Object.create(source.createQueryRunner(), { query: { value: query } }) as QueryRunner;
  const manager = source.createEntityManager(runner);
  managers.set(source, manager);
  return manager;
};
