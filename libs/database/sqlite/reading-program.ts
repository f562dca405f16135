/**
 * The program of a reading process (docs/operations.md, "Reading processes"). It reads one SQLite file, one statement
 * at a time, and can be killed at any time. It imports no other module, so that it starts quickly and also runs from
 * source.
 */
import { Worker } from 'node:worker_threads';
import SqliteFile from 'better-sqlite3';
import type { ReadRequest, Portion, ReadStatement, ReadReply } from './reading-process.js';

const STATEMENTS_MAX = 100;
const BLOCKING_MS = 50;
/** SQLite's memory, mainly for sorting; the rest goes to temporary files next to the database. */
const CACHE_KB = 8_192;
/**
 * Maximum number of values per message (and about as many characters), so that receiving one takes a fraction of a
 * millisecond.
 */
const PORTION_VALUES = 8_000;
const PORTION_CHARS = 128 * 1024;
const WATCH_MS = 500;

const [, , path = '', parent = '', lowerFunction = '', unfolded = ''] = process.argv;

/** Events are blocked while a statement runs, so a separate thread detects that the parent has died. */
const WATCH = `
  const { workerData } = require('node:worker_threads');
  setInterval(() => process.ppid === workerData.parent || process.kill(process.pid, 'SIGKILL'), workerData.everyMs);
`;
new Worker(WATCH, {
  eval: true,
  workerData: { parent: Number(parent), everyMs: WATCH_MS },
  resourceLimits: { maxOldGenerationSizeMb: 8, maxYoungGenerationSizeMb: 1, stackSizeMb: 1 },
}).unref();
process.on('disconnect', () => process.exit());
// Ctrl-C goes to the whole process group, but the server still finishes its work and then stops this process.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);

const file = new SqliteFile(path, { readonly: true, fileMustExist: true, timeout: BLOCKING_MS });
file.pragma('temp_store = FILE');
file.pragma(`cache_size = -${CACHE_KB}`);

// A copy of `folded` in libs/kernel, which this program does not import.
const isUnfolded = new RegExp(unfolded, 'u');
const lower = (letter: string): string =>
  letter === 'İ' ? 'i' : isUnfolded.test(letter) ? letter : letter.toLowerCase();
file.function(lowerFunction, { deterministic: true }, (text: unknown) => {
  if (typeof text !== 'string') return text;
  return /^[\0-\x7f]*$/.test(text) ? text.toLowerCase() : Array.from(text, lower).join('');
});

const tell = (reply: ReadReply): void => void process.send?.(reply);

const statements = new Map<string, SqliteFile.Statement>();

/** Caches prepared statements; evicts the least recently used one. */
const prepared = (sql: string): SqliteFile.Statement => {
  const statement = statements.get(sql) ?? file.prepare(sql);
  statements.delete(sql);
  statements.set(sql, statement);
  const [oldest] = statements.keys();
  if (statements.size > STATEMENTS_MAX && oldest !== undefined) statements.delete(oldest);
  return statement;
};

/** Chunks with only numbers, such as ids and counts, are sent as one block of memory. */
const packed = (values: readonly unknown[]): Portion['values'] =>
  values.every((value) => typeof value === 'number') ? Float64Array.from(values) : values;

/** Fetches a single column all at once, which takes a tenth of the time; thousands of ids are still small. */
function* ofColumn(
  statement: SqliteFile.Statement,
  column: string,
  params: ReadStatement['params'],
): Generator<Portion> {
  const values = statement.pluck(true).all(params) as readonly unknown[];
  let from = 0;
  do {
    const part = values.slice(from, from + PORTION_VALUES);
    from += PORTION_VALUES;
    yield { columns: [column], values: packed(part), last: from >= values.length };
  } while (from < values.length);
}

function* ofRows(
  statement: SqliteFile.Statement,
  columns: readonly string[],
  params: ReadStatement['params'],
): Generator<Portion> {
  let values: unknown[] = [];
  let chars = 0;
  for (const row of statement.raw(true).iterate(params) as Iterable<readonly unknown[]>) {
    if (values.length >= PORTION_VALUES || chars >= PORTION_CHARS) {
      yield { columns, values: packed(values), last: false };
      [values, chars] = [[], 0];
    }
    for (const value of row) {
      values.push(value);
      if (typeof value === 'string') chars += value.length;
    }
  }
  yield { columns, values: packed(values), last: true };
}

/** Sends rows in chunks, and prepares at most one chunk ahead. */
function* portions({ sql, params }: ReadStatement): Generator<Portion> {
  const statement = prepared(sql);
  if (!statement.reader) {
    statement.run(params);
    yield { columns: [], values: [], last: true };
    return;
  }
  const columns = statement.columns().map(({ name }) => name);
  const [column = ''] = columns;
  yield* columns.length === 1 ? ofColumn(statement, column, params) : ofRows(statement, columns, params);
}

let under: Generator<Portion> | undefined;

/** Sends the next chunk, or an error. */
const step = (): void => {
  try {
    const next = under?.next();
    if (next && next.done !== true) tell(next.value);
  } catch (error) {
    const { message, code } = error as { readonly message: string; readonly code?: string };
    tell({ failed: { message, code: code ?? '' } });
  }
};

process.on('message', (asked: ReadRequest) => {
  if ('sql' in asked) {
    under?.return(undefined);
    under = portions(asked);
  }
  step();
});
