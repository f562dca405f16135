import { emptyDatabase, type TestDatabase } from '../support/databases.js';
import { forgetFullDisks } from '../support/full-disks.js';
import { openDatabase, type Persistence } from '../../libs/database/index.js';

const DISK_FULL = { message: expect.stringContaining('a disk is full'), cause: { code: 'SQLITE_FULL' } };

/**
 * SQLite rolls back by itself, which must not be reported as another error (operations.md, "When the database is
 * unavailable").
 */
describe('a disk that gets full inside a transaction on sqlite', () => {
  let file: TestDatabase;
  let persistence: Persistence;

  beforeEach(async () => {
    file = await emptyDatabase('sqlite');
    persistence = await openDatabase(file.url);
    await persistence.connections.schema(async (runner) => {
      await runner.query('CREATE TABLE big (text TEXT)');
    });
    await persistence.transactions.write(async () => {
      await persistence.database.query('PRAGMA max_page_count = 20');
    });
  });
  afterEach(async () => {
    await persistence.close();
    await file.drop();
    forgetFullDisks();
  });

  const insert = (bytes: number): Promise<unknown> =>
    persistence.database.run('INSERT INTO big (text) VALUES (?)', ['x'.repeat(bytes)]);
  const rows = async (): Promise<number> =>
    (await persistence.database.queryOne<{ n: number }>('SELECT count(*) AS n FROM big'))?.n ?? 0;

  it('reports a full disk, not a missing savepoint', async () => {
    const nested = persistence.transactions.write(async () => {
      await insert(10);
      await persistence.transactions.write(() => insert(1_000_000));
    });
    await expect(nested).rejects.toMatchObject(DISK_FULL);
    expect(await rows()).toBe(0);
  });

  it('stores nothing of a use case that continues after the error', async () => {
    const stubborn = persistence.transactions.write(async () => {
      await insert(10);
      await insert(1_000_000).catch(() => undefined);
      await insert(11);
    });
    await expect(stubborn).rejects.toMatchObject(DISK_FULL);
    expect(await rows()).toBe(0);
    await persistence.transactions.write(() => insert(12));
    expect(await rows()).toBe(1);
  });

  it('is not filled by sorting, because reads keep temporary tables in memory', async () => {
    const temporary = (): Promise<readonly object[]> => persistence.database.query('PRAGMA temp_store');
    expect(await temporary()).toEqual([{ temp_store: 2 }]);
    expect(await persistence.transactions.snapshot(temporary)).toEqual([{ temp_store: 2 }]);
    // Savepoints of large writes stay on disk: in memory, each statement would read all of their data.
    expect(await persistence.transactions.write(temporary)).toEqual([{ temp_store: 1 }]);
  });
});
