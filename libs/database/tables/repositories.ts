import type { DataSource, EntityManager, QueryRunner } from 'typeorm';
import type { Written } from '../connection.js';
import type { Dialect } from '../dialect.js';
import type { Params } from '../sql.js';

/** Runs the statements; implemented by `Database`. */
interface Statements {
  readonly dialect: Dialect;
  query(text: string, params: Params): Promise<readonly object[]>;
  run(text: string, params: Params): Promise<Written>;
  runReturning(text: string, params: Params): Promise<readonly object[]>;
}

const managers = new WeakMap<DataSource, EntityManager>();

const RETURNING = /\bRETURNING\b/;

/**
 * A TypeORM entity manager whose statements run through `Database`: in the ambient transaction, with its deadlines.
 * TypeORM's own `transaction` is never used (ADR 36).
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
    // The raw result of this database's driver for a statement that writes.
    const raw = database.dialect.name === 'mysql' ? { insertId, affectedRows: affected } : insertId;
    return isStructured ? { raw, affected, records: [] } : raw;
  };
  // Overrides one method of the driver's runner. On SQLite all callers share that runner, and migrations use it
  // unchanged.
  const runner = Object.create(source.createQueryRunner(), { query: { value: query } }) as QueryRunner;
  const manager = source.createEntityManager(runner);
  managers.set(source, manager);
  return manager;
};
