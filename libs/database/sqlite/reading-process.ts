import { dirname, extname, join } from 'node:path';
import { Unavailable, UNFOLDED } from '../../kernel/index.js';
import { ChildProgram } from '../child-program.js';
import { LOWER_FUNCTION } from '../dialect.js';
import type { Bound } from '../sql.js';

/** Requests to a reading process: a statement, or the next rows of the current statement. */
export type ReadRequest = ReadStatement | { readonly more: true };

export interface ReadStatement {
  readonly sql: string;
  readonly params: readonly Bound[];
}

/** A chunk of rows: their values in one list, row by row. */
export interface Portion {
  readonly columns: readonly string[];
  readonly values: readonly unknown[] | Float64Array;
  readonly last: boolean;
}

/** The driver's error as plain data. */
interface ReadFailure {
  readonly failed: { readonly message: string; readonly code: string };
}

export type ReadReply = Portion | ReadFailure;

/** Memory limit of the process. It includes Node.js and SQLite's cache (`CACHE_KB` of the program). */
const HEAP_MB = 32;

/** Has the extension of this file: compiled or source. */
export const READING_PROGRAM = join(__dirname, `reading-program${extname(__filename)}`);

/** Arguments of the program: the file, the parent process, and how `like` folds letters. */
export const readingArguments = (file: string): readonly string[] => [
  file,
  String(process.pid),
  LOWER_FUNCTION,
  UNFOLDED,
];

export const READING_FLAGS: readonly string[] = [
  `--max-old-space-size=${HEAP_MB}`,
  '--max-semi-space-size=2',
  '--no-warnings',
  ...(extname(READING_PROGRAM) === '.ts' ? ['--experimental-strip-types'] : []),
];

/** Status 503: a search was ended at its time limit. Nothing else was affected. */
export class SearchEnded extends Unavailable {
  constructor() {
    super(
      1,
      undefined,
      'The search took too long and was canceled. Filter by IDs, SKUs, codes or dates, or omit the sort orders.',
    );
  }
}

/** Converts the data back to the error that the driver would have thrown. */
const driverError = ({ message, code }: { readonly message: string; readonly code: string }): Error =>
  Object.assign(new Error(message), { name: 'SqliteError', code });

interface Waiting {
  readonly take: (reply: ReadReply) => void;
  readonly fail: (error: Error) => void;
}

/**
 * A child process that reads the database, one statement at a time. The driver cannot interrupt a statement, but a
 * process can be killed. Once stopped, it is not restarted.
 */
export class ReadingProcess {
  private waiting: Waiting | undefined;
  private over: Error | undefined;
  private readonly child: ChildProgram<ReadRequest, ReadReply>;

  constructor(file: string) {
    this.child = new ChildProgram({
      kind: 'search',
      file: READING_PROGRAM,
      args: readingArguments(file),
      serialization: 'advanced',
      flags: READING_FLAGS,
      // Pass no secrets and no flags to the process. Temporary files go next to the database, where writing is
      // allowed.
      env: { SQLITE_TMPDIR: dirname(file) },
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      onMessage: (reply) => this.waiting?.take(reply),
      onEnd: (code, signal, error) =>
        this.end(
          new Unavailable(1, { cause: error ?? new Error(`a reading process ended with ${String(code ?? signal)}`) }),
        ),
    });
  }

  get isOver(): boolean {
    return this.over !== undefined;
  }

  /** Returns the rows of a statement. Rejects with `SearchEnded` after `limitMs`, which also ends the process. */
  async read(sql: string, params: readonly Bound[], limitMs: number | undefined): Promise<readonly object[]> {
    if (this.over) throw this.over;
    const timer = limitMs === undefined ? undefined : setTimeout(() => this.kill(new SearchEnded()), limitMs);
    this.child.hold();
    try {
      return await this.rows({ sql, params });
    } finally {
      clearTimeout(timer);
      this.child.rest();
    }
  }

  kill(why: Error = new Unavailable(1)): void {
    this.end(why);
    this.child.kill();
  }

  /** Kills the process and waits for its exit; this process stays alive until then. */
  async close(): Promise<void> {
    this.kill();
    this.child.hold();
    await this.child.exited;
  }

  private async rows(statement: ReadStatement): Promise<readonly object[]> {
    const rows: object[] = [];
    let portion = await this.ask(statement);
    for (;;) {
      // The process prepares one more chunk while this one is handled.
      const next = portion.last ? undefined : this.ask({ more: true });
      addRows(rows, portion);
      if (!next) return rows;
      portion = await next;
    }
  }

  private ask(asked: ReadRequest): Promise<Portion> {
    return new Promise((resolve, reject) => {
      if (this.over) {
        reject(this.over);
        return;
      }
      this.waiting = {
        take: (reply) => {
          this.waiting = undefined;
          if ('failed' in reply) reject(driverError(reply.failed));
          else resolve(reply);
        },
        fail: reject,
      };
      this.child.tell(asked, (cause) => this.end(new Unavailable(1, { cause })));
    });
  }

  private end(why: Error): void {
    this.over ??= why;
    this.waiting?.fail(this.over);
    this.waiting = undefined;
  }
}

const addRows = (rows: object[], { columns, values }: Portion): void => {
  for (let at = 0; at < values.length; at += columns.length) {
    const row: Record<string, unknown> = {};
    let index = at;
    for (const column of columns) {
      row[column] = values[index];
      index += 1;
    }
    rows.push(row);
  }
};
