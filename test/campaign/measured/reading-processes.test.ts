import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import SqliteFile from 'better-sqlite3';
import { openDatabase, type Persistence } from '../../../libs/database/index.js';
import { inReferences, longestTurn } from './ratio.js';
import { peakResidentBytes } from './resident.js';

const ROWS = 20_000;

describe('searches in reading processes (docs/operations.md, "Reading processes")', () => {
  const file = join(tmpdir(), `kontor-test-${randomUUID()}.sqlite`);
  let persistence: Persistence;

  beforeAll(async () => {
    const made = new SqliteFile(file);
    made.pragma('journal_mode = WAL');
    made.exec('CREATE TABLE item (id INTEGER PRIMARY KEY)');
    made.exec(
      `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${ROWS}) INSERT INTO item SELECT i FROM n`,
    );
    made.close();
    persistence = await openDatabase(`sqlite:${file}`, { readingProcesses: 1, patienceMs: 60_000 });
  });
  afterAll(async () => {
    await persistence.close();
    for (const end of ['', '-wal', '-shm']) await rm(file + end, { force: true });
  });

  /** The process that reads this file. */
  const reader = (): number | undefined =>
    readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
      .map(Number)
      .find((pid) => {
        try {
          return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(file);
        } catch {
          return false;
        }
      });

  it('stay within the memory limit for sorting', async () => {
    const text = 'hex(zeroblob(5000)) || id';
    await persistence.database.search(`SELECT id, ${text} AS text FROM item ORDER BY id LIMIT 1`);
    const before = peakResidentBytes(reader());
    const sorted = `SELECT id, ${text} AS text FROM item ORDER BY text LIMIT 1 OFFSET ?`;
    await persistence.database.search(sorted, [ROWS - 1]);
    const growth = peakResidentBytes(reader()) - before;
    // Share of the sorted bytes.
    expect(growth / (ROWS * 10_000)).toBeLessThan(0.25);
  });

  it('let the event loop turn between the portions of a large response', async () => {
    // 120,000,000 characters. Without the reading process, it takes many times as long.
    const search = () => persistence.database.search('SELECT id, hex(zeroblob(3000)) AS text FROM item ORDER BY -id');
    expect(await inReferences(() => longestTurn(search))).toBeLessThan(25);
  });
});
