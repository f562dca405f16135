import { beginSpan, currentTimings, isTraced, isTimed } from '../kernel/index.js';
import { STATEMENT_SECONDS } from './metrics.js';

/** Kinds of statements by their first word, as metric labels. */
const WORDS: ReadonlySet<string> = new Set([
  ...['SELECT', 'INSERT', 'UPDATE', 'DELETE', 'REPLACE'],
  ...['BEGIN', 'START', 'COMMIT', 'ROLLBACK', 'SAVEPOINT', 'RELEASE', 'SET'],
]);
const OTHER = 'other';
const FIRST_WORD = /^\s*([A-Za-z]+)/;
/** Maximum length of a recorded text; shortens lists with thousands of placeholders. */
const TEXT_MAX = 1_000;

const wordOf = (sql: string): string => {
  const word = FIRST_WORD.exec(sql)?.[1]?.toUpperCase() ?? '';
  return WORDS.has(word) ? word.toLowerCase() : word === 'WITH' ? 'select' : OTHER;
};

/** Sends a statement and records its duration in the metrics, the trace and the request's timings. */
export const measuredStatement = <T>(sql: string, send: () => T): T =>
  STATEMENT_SECONDS.isRead || isTraced() || isTimed() ? measured(sql, send) : send();

const measured = <T>(sql: string, send: () => T): T => {
  const word = wordOf(sql);
  const began = performance.now();
  const span = beginSpan(word, {
    kind: 'client',
    attributes: { 'db.operation.name': word, 'db.query.text': sql.length > TEXT_MAX ? sql.slice(0, TEXT_MAX) : sql },
  });
  // The timings must be read before sending, because the response may arrive in another context.
  const timings = currentTimings();
  const over = (error?: unknown): void => {
    const ms = performance.now() - began;
    STATEMENT_SECONDS.observe(ms / 1000, word);
    timings?.add('db', ms);
    span?.end(error);
  };
  let result: T;
  try {
    result = span ? span.within(send) : send();
  } catch (error) {
    over(error);
    throw error;
  }
  if (result instanceof Promise) result.then(() => over(), over);
  else over();
  return result;
};
