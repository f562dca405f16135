import { fork, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync, readdirSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as turn, setTimeout as delay } from 'node:timers/promises';
import SqliteFile from 'better-sqlite3';
import fc from 'fast-check';
import { CHILD_STARTS, Deadline, Unavailable, withDeadline } from '../../libs/kernel/index.js';
import { openDatabase, type Persistence } from '../../libs/database/index.js';
import {
  ReadingProcess,
  SearchEnded,
  READING_FLAGS,
  READING_PROGRAM,
  readingArguments,
  type ReadReply,
  type ReadRequest,
} from '../../libs/database/sqlite/reading-process.js';
import { ReadingProcesses } from '../../libs/database/sqlite/reading-processes.js';
import { refusal, signal } from './stores.js';

/** A statement that only computes and never ends. */
const ENDLESS = 'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT COUNT(*) AS count FROM n';
const ROOT = join(__dirname, '..', '..');
const ROWS = 20_000;
/** More than any of these tests takes on a busy machine, far less than the endless statement. */
const PATIENCE_MS = 120_000;

const within = <T>(ms: number, work: () => Promise<T>): Promise<T> => withDeadline(new Deadline('read', ms), work);

/** Reading processes of this process and file. */
const readersOf = (file: string, parent = process.pid): readonly number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        const [, , path, ofParent] = readFileSync(`/proc/${pid}/cmdline`, 'utf8')
          .split('\0')
          .filter((part) => !part.startsWith('--'));
        return path === file && ofParent === String(parent);
      } catch {
        return false;
      }
    })
    .map(Number);

/** Waits until the condition holds. Jest's time limit ends the wait if it never does. */
const until = async (holds: () => boolean): Promise<void> => {
  while (!holds()) await delay(10);
};

/** Exchanges messages with a reading process as the server does. */
const talkTo = (file: string) => {
  const child = fork(READING_PROGRAM, [...readingArguments(file)], {
    serialization: 'advanced',
    execArgv: [...READING_FLAGS],
  });
  const replies: ReadReply[] = [];
  child.on('message', (reply) => replies.push(reply as ReadReply));
  const exited = once(child, 'exit');
  return {
    ask: (request: ReadRequest) => void child.send(request),
    /** At least this number of replies, in order. */
    replies: async (count: number): Promise<readonly ReadReply[]> => {
      await until(() => replies.length >= count);
      return replies;
    },
    end: async () => {
      child.kill('SIGKILL');
      await exited;
    },
  };
};

describe('searches in reading processes (docs/operations.md, "Reading processes")', () => {
  const file = join(tmpdir(), `kontor-test-${randomUUID()}.sqlite`);
  let persistence: Persistence;

  beforeAll(() => {
    const made = new SqliteFile(file);
    made.pragma('journal_mode = WAL');
    made.exec(
      'CREATE TABLE item (id INTEGER PRIMARY KEY, code TEXT NOT NULL UNIQUE, price NUMERIC, note TEXT, external TEXT UNIQUE)',
    );
    const insert = made.prepare('INSERT INTO item (id, code, price, note) VALUES (?, ?, ?, ?)');
    made.transaction(() => {
      for (let id = 1; id <= ROWS; id += 1)
        insert.run(id, `C${id}`, id % 3 === 0 ? null : id / 100, id % 5 === 0 ? null : `ä${'x'.repeat(id % 300)}`);
    })();
    made.close();
  });
  beforeEach(async () => {
    persistence = await openDatabase(`sqlite:${file}`, { readingProcesses: 2, patienceMs: PATIENCE_MS });
  });
  afterEach(async () => {
    await persistence.close();
    expect(readersOf(file)).toEqual([]);
  });
  afterAll(async () => {
    for (const end of ['', '-wal', '-shm']) await rm(file + end, { force: true });
  });

  it('report failed starts for readiness until one succeeds', async () => {
    for (let start = 0; start < 2; start += 1) {
      const process = new ReadingProcess(join(tmpdir(), randomUUID(), 'nothing.sqlite'));
      await expect(process.read('SELECT 1', [], undefined)).rejects.toBeInstanceOf(Unavailable);
    }
    expect(CHILD_STARTS.failing).toEqual(['search']);
    await count();
    expect(CHILD_STARTS.failing).toEqual([]);
  });

  const count = (): Promise<readonly object[]> => persistence.database.search('SELECT COUNT(*) AS count FROM item');

  it('start a process for the first search, but none for a lookup by unique key', async () => {
    const { database } = persistence;
    await database.query('SELECT * FROM item ORDER BY note');
    expect(await database.search('SELECT id FROM item WHERE code IN (?, ?) ORDER BY code', ['C1', 'C2'])).toHaveLength(
      2,
    );
    expect(await database.search('SELECT code FROM item WHERE id = ? AND price IS NOT NULL', [7])).toHaveLength(1);
    expect(readersOf(file)).toEqual([]);
    expect(await count()).toEqual([{ count: ROWS }]);
    expect(readersOf(file)).toHaveLength(1);
    await count();
    expect(readersOf(file)).toHaveLength(1);
  });

  it('include those for NULL in a unique column, which any number of rows can have', async () => {
    const { database } = persistence;
    await database.search('SELECT id FROM item WHERE external = ?', ['E1']);
    expect(readersOf(file)).toEqual([]);
    expect(await database.search('SELECT COUNT(*) AS count FROM item WHERE external IS NULL')).toEqual([
      { count: ROWS },
    ]);
    expect(readersOf(file)).toHaveLength(1);
  });

  it('are ended at the deadline without blocking the event loop or other searches', async () => {
    await count();
    const [before] = readersOf(file);
    let turns = 0;
    let over = false;
    const counting = (async () => {
      while (!over) {
        await turn();
        turns += 1;
      }
    })();
    const ended = within(1_500, () => refusal(persistence.database.search(ENDLESS)));
    expect(await count()).toEqual([{ count: ROWS }]);
    const error = await ended;
    over = true;
    await counting;
    expect(error).toBeInstanceOf(SearchEnded);
    expect((error as SearchEnded).message).toMatch(/took too long.*Filter by/);
    expect((error as SearchEnded).retryAfterSeconds).toBeGreaterThan(0);
    expect(turns).toBeGreaterThan(100);
    await until(() => !readersOf(file).includes(before ?? 0) || readersOf(file).length <= 1);
    expect(await count()).toEqual([{ count: ROWS }]);
  });

  it('leave the database intact, and writable during a search', async () => {
    const { database, transactions } = persistence;
    const ended = within(3_000, () => refusal(database.search(`${ENDLESS}, item`)));
    await until(() => readersOf(file).length === 1);
    const write = new SqliteFile(file);
    write.prepare('UPDATE item SET note = ? WHERE id = 1').run('written meanwhile');
    write.close();
    expect(await ended).toBeInstanceOf(SearchEnded);
    expect(await database.query('PRAGMA integrity_check')).toEqual([{ integrity_check: 'ok' }]);
    expect(await transactions.snapshot(() => database.search('SELECT note FROM item WHERE id = 1'))).toEqual([
      { note: 'written meanwhile' },
    ]);
  });

  it('wait for a free process no longer than their deadline', async () => {
    const { database } = persistence;
    const endless = [1, 2].map(() => refusal(database.search(ENDLESS)));
    await until(() => readersOf(file).length === 2);
    expect(await within(200, () => refusal(count()))).toBeInstanceOf(Unavailable);
    for (const pid of readersOf(file)) process.kill(pid, 'SIGKILL');
    expect(await Promise.all(endless)).toEqual([expect.any(Unavailable), expect.any(Unavailable)]);
    expect(await count()).toEqual([{ count: ROWS }]);
  });

  it('are unavailable once if their process dies, which is then started again', async () => {
    const { database } = persistence;
    const lost = refusal(database.search(ENDLESS));
    await until(() => readersOf(file).length === 1);
    // Wait until the statement runs.
    await delay(300);
    process.kill(readersOf(file)[0] ?? 0, 'SIGKILL');
    const error = await lost;
    expect(error).toBeInstanceOf(Unavailable);
    expect(error).not.toBeInstanceOf(SearchEnded);
    expect(await count()).toEqual([{ count: ROWS }]);
  });

  it('continue when the whole process group gets a signal, so that the server can finish', async () => {
    await count();
    const [pid = 0] = readersOf(file);
    for (const each of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.kill(pid, each);
    expect(await count()).toEqual([{ count: ROWS }]);
    expect(readersOf(file)).toEqual([pid]);
  });

  it('throw the same errors as the driver', async () => {
    const describe = (error: unknown) => {
      const { message, code } = error as { message: string; code: string };
      return { message, code };
    };
    for (const sql of ['SELECT nothing FROM item', 'SELECT * FROM nowhere', 'SELECT abs(-9223372036854775808)']) {
      expect(describe(await refusal(persistence.database.search(sql)))).toEqual(
        describe(await refusal(persistence.database.query(sql))),
      );
    }
    expect(await count()).toEqual([{ count: ROWS }]);
  });

  it('return the same values, names and order as the driver, for any size', async () => {
    const columns = [
      'id',
      'code',
      'price',
      'note',
      'price * 3 AS tripled',
      'NULL AS none',
      '1e300 AS big',
      'id AS code',
    ];
    const order = fc.constantFrom('id', 'code DESC', 'price, id', 'note DESC, id DESC');
    await fc.assert(
      fc.asyncProperty(
        fc.subarray(columns, { minLength: 1 }),
        order,
        fc.constantFrom(0, 1, 2, 299, 4_000, 4_001, 8_000, 8_001, ROWS),
        fc.integer({ min: 0, max: ROWS }),
        async (selected, by, limit, from) => {
          const sql = `SELECT ${selected.join(', ')} FROM item WHERE id > ? ORDER BY ${by} LIMIT ?`;
          const [beside, here] = [
            await persistence.database.search(sql, [from, limit]),
            await persistence.database.query(sql, [from, limit]),
          ];
          expect(beside).toEqual(here);
          expect(beside.slice(0, 2).map((row) => Object.keys(row))).toEqual(
            here.slice(0, 2).map((row) => Object.keys(row)),
          );
        },
      ),
      { numRuns: 60 },
    );
  });

  it('return a large result in portions', async () => {
    const reader = talkTo(file);
    try {
      let count = 1;
      reader.ask({ sql: 'SELECT id, hex(zeroblob(3000)) AS text FROM item ORDER BY note', params: [] });
      // 120,000,000 characters.
      for (; !(await reader.replies(count)).some((reply) => 'last' in reply && reply.last); count += 1)
        reader.ask({ more: true });
      const portions = (await reader.replies(count)).map((reply) => ('values' in reply ? [...reply.values] : []));
      expect(portions.flat()).toHaveLength(2 * ROWS);
      const characters = portions.map((values) => values.join('').length);
      // Plus the row that reached the limit, with its ID.
      expect(Math.max(...characters)).toBeLessThan(128 * 1024 + 2 * 6_005);
    } finally {
      await reader.end();
    }
  });

  it('read a portion only when it is requested', async () => {
    const reader = talkTo(file);
    try {
      // The result is infinite, so a process that read ahead would never stop.
      reader.ask({
        sql: 'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i, i AS again FROM n',
        params: [],
      });
      expect(await reader.replies(1)).toMatchObject([{ columns: ['i', 'again'], last: false }]);
      reader.ask({ sql: 'SELECT 7 AS seven', params: [] });
      expect((await reader.replies(2)).slice(1)).toMatchObject([{ columns: ['seven'], last: true }]);
    } finally {
      await reader.end();
    }
  });

  it('include long snapshots, which see one state', async () => {
    const { database, transactions } = persistence;
    const price = (): Promise<readonly object[]> => database.query('SELECT price FROM item WHERE id = 2');
    const [began, written] = [signal(), signal()];
    const before = await price();
    const rows = transactions.snapshot(
      async () => {
        const first = await price();
        began.give();
        await written.given;
        return [first, await price(), readersOf(file).length];
      },
      { long: true },
    );
    await began.given;
    const write = new SqliteFile(file);
    write.prepare('UPDATE item SET price = price + 1 WHERE id = 2').run();
    write.close();
    written.give();
    expect(await rows).toEqual([before, before, 1]);
    expect(await price()).not.toEqual(before);
    expect(await database.search('SELECT MAX(price) AS price FROM item WHERE id + 0 = 2')).toEqual(await price());
  });

  it('keep some processes free from long snapshots', async () => {
    const three = new ReadingProcesses(file, 3, PATIENCE_MS);
    const [began, enough] = [signal(), signal()];
    let under = 0;
    let most = 0;
    const snapshots = [1, 2, 3].map(() =>
      three.snapshot(async (connection) => {
        under += 1;
        most = Math.max(most, under);
        began.give();
        await enough.given;
        await connection.query('SELECT 1', []);
        under -= 1;
      }),
    );
    await began.given;
    const searches = [1, 2].map(() => three.read('SELECT COUNT(*) AS count FROM item', []));
    expect(await Promise.all(searches)).toEqual([[{ count: ROWS }], [{ count: ROWS }]]);
    enough.give();
    await Promise.all(snapshots);
    expect(most).toBe(1);
    await three.close();
  });

  it('return to concurrent queries of a long snapshot their own rows', async () => {
    const { database, transactions } = persistence;
    const codes = [1, 2, 3].map((id) => ({ sql: 'SELECT code FROM item WHERE id = ?', id }));
    const rows = await transactions.snapshot(() => Promise.all(codes.map(({ sql, id }) => database.query(sql, [id]))), {
      long: true,
    });
    expect(rows).toEqual([[{ code: 'C1' }], [{ code: 'C2' }], [{ code: 'C3' }]]);
  });

  it('do not return results that a long snapshot left behind to another one', async () => {
    const one = new ReadingProcesses(file, 1, PATIENCE_MS);
    const slow = 'SELECT COUNT(*) AS slow FROM item a, item b WHERE a.id < 20 AND b.note > a.code';
    const failing = one.snapshot(async (connection) => {
      void connection.query(slow, []).catch(() => undefined);
      await turn();
      throw new Error('given up');
    });
    await expect(failing).rejects.toThrow('given up');
    expect(await one.read('SELECT COUNT(*) AS count FROM item', [])).toEqual([{ count: ROWS }]);
    const next = await one.snapshot((connection) => connection.query('SELECT code FROM item WHERE id = 4', []));
    expect(next).toEqual([{ code: 'C4' }]);
    await one.close();
  });

  it('end a long snapshot at its deadline, after which it reads nothing', async () => {
    const { database, transactions } = persistence;
    const later: unknown[] = [];
    const deadline = new Deadline('read', 60_000);
    const work = async (): Promise<void> => {
      await database.query('SELECT 1');
      deadline.become('read', deadline.limitMs - deadline.remainingMs + 1_000);
      try {
        await database.query(ENDLESS);
      } finally {
        later.push(await refusal(database.query('SELECT 1')));
      }
    };
    const ended = withDeadline(deadline, () => refusal(transactions.snapshot(work, { long: true })));
    expect(await ended).toBeInstanceOf(SearchEnded);
    expect(later).toEqual([expect.any(Unavailable)]);
    expect(await count()).toEqual([{ count: ROWS }]);
  });

  it('end their processes with the server, even during a statement', async () => {
    const program = `
      const { openDatabase } = require(${JSON.stringify(join(ROOT, 'libs/database/index.ts'))});
      openDatabase('sqlite:${file}', { readingProcesses: 2 }).then(({ database }) => {
        database.search('SELECT COUNT(*) FROM item').then(() => process.stdout.write('ready'));
        database.search(${JSON.stringify(ENDLESS)});
      });`;
    const parent = spawn(process.execPath, ['-r', join(ROOT, 'test/support/typescript-hook.cjs'), '-e', program], {
      cwd: ROOT,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const exited = once(parent, 'exit');
    await once(parent.stdout, 'data');
    const { pid = 0 } = parent;
    const readers = (): readonly number[] => readersOf(file, pid);
    await until(() => readers().length === 2);
    parent.kill('SIGKILL');
    await exited;
    await until(() => readers().length === 0);
  });

  it('end idle processes', async () => {
    const processes = new ReadingProcesses(file, 2, PATIENCE_MS, 50);
    await Promise.all([1, 2].map(() => processes.read('SELECT COUNT(*) FROM item', [])));
    expect(processes.running).toBeGreaterThan(0);
    await until(() => readersOf(file).length === 0);
    expect(await processes.read('SELECT COUNT(*) AS count FROM item', [])).toEqual([{ count: ROWS }]);
    await processes.close();
    expect(processes.running).toBe(0);
  });
});
