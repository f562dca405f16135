import type { Dialect } from '../dialect.js';

/** Statements that the server can end. Others (COMMIT, SAVEPOINT, DDL) cannot or must not be ended. */
const ENDABLE = /^\s*(?:\(|(?:SELECT|INSERT|UPDATE|DELETE|REPLACE|WITH)\b)/i;
const SELECT = /^\s*SELECT\b/i;

/**
 * Adds a time limit on the server, which then ends the statement (`isTimedOut`) instead of working for no caller.
 * MySQL has one for SELECT only; other statements end with their connection.
 */
export const limited = (sql: string, limitMs: number, { mariadb }: Pick<Dialect, 'mariadb'>): string => {
  // 0 would be no limit at all.
  const ms = Math.max(1, Math.round(limitMs));
  if (mariadb) return ENDABLE.test(sql) ? `SET STATEMENT max_statement_time=${(ms / 1000).toFixed(3)} FOR ${sql}` : sql;
  return sql.replace(SELECT, (select) => `${select} /*+ MAX_EXECUTION_TIME(${ms}) */`);
};
