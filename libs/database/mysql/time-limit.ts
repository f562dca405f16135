import type { Dialect } from '../dialect.js';

/** What the server itself can end; anything else (COMMIT, SAVEPOINT, DDL) either can't be or mustn't. */
const ENDABLE = /^\s*(?:\(|(?:SELECT|INSERT|UPDATE|DELETE|REPLACE|WITH)\b)/i;
const SELECT = /^\s*SELECT\b/i;

/**
 * The statement with a limit of its own at the server, which ends it there (`isTimedOut`) instead of working on for
 * nobody. MySQL knows one for SELECT alone, so others end when their connection does.
 */
export const limited = (sql: string, limitMs: number, { mariadb }: Pick<Dialect, 'mariadb'>): string => {
  // 0 would be no limit at all.
  const ms = Math.max(1, Math.round(limitMs));
  if (mariadb) return ENDABLE.test(sql) ? `SET STATEMENT max_statement_time=${(ms / 1000).toFixed(3)} FOR ${sql}` : sql;
  return sql.replace(SELECT, (select) => `${select} /*+ MAX_EXECUTION_TIME(${ms}) */`);
};
