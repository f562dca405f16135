import { Resources } from '../../libs/records/index.js';
import { RESOURCES } from '../support/rooms.js';
import { openDatabase, type Persistence } from '../../libs/database/index.js';
import { SqlDownloadEntries } from '../../src/customer-documents/adapters/sql/sql-download-entries.js';
import type { NewEntry } from '../../src/customer-documents/ports/download-entries.js';
import { describeOnDatabases, openTestDatabase, type OpenTestDatabase } from '../support/databases.js';

const INT_MAX = 2_147_483_647;
const at = new Date('2026-06-15T10:00:00.000Z');

const entry = (key: string, more: Partial<NewEntry> = {}): NewEntry => ({
  key,
  documentId: 7,
  customerId: null,
  address: '203.0.113.7',
  via: 'public',
  bytes: 10,
  at,
  ...more,
});

describeOnDatabases('entries of the download log', (kind) => {
  let opened: OpenTestDatabase;
  let second: Persistence;
  const entriesOf = ({ database, transactions }: Persistence) => new SqlDownloadEntries(database, transactions);

  beforeEach(async () => {
    opened = await openTestDatabase(kind, { resources: new Resources(RESOURCES) });
    second = await openDatabase(opened.url);
  });
  afterEach(async () => {
    await second.close();
    await opened.close();
  });

  const rows = () =>
    opened.persistence.database.query<{ entry_key: string | null; count: number; bytes: number }>(
      'SELECT entry_key, count, bytes FROM document_download ORDER BY id',
    );

  it('are created by one of two concurrent processes', async () => {
    const processes = [entriesOf(opened.persistence), entriesOf(second)];
    const keys = Array.from({ length: 20 }, (_, at) => `key ${at}`);
    for (const key of keys) {
      const started = await Promise.all([...processes, ...processes].map((entries) => entries.begin(entry(key))));
      expect(started.filter((isOurs) => isOurs)).toHaveLength(1);
    }
    expect(await rows()).toEqual(keys.map((key) => ({ entry_key: key, count: 1, bytes: 10 })));
  });

  it('add up the counts of both processes', async () => {
    const processes = [entriesOf(opened.persistence), entriesOf(second)];
    const keys = Array.from({ length: 10 }, (_, at) => `key ${at}`);
    for (const key of keys) await processes[0]?.begin(entry(key));
    const sums = keys.map((key) => ({ key, count: 3, bytes: 5 }));
    await Promise.all([sums, sums.toReversed(), sums].flatMap((some) => processes.map((entries) => entries.add(some))));
    expect(await rows()).toEqual(keys.map((key) => ({ entry_key: key, count: 19, bytes: 40 })));
    await processes[0]?.add([{ key: 'none', count: 1, bytes: 1 }]);
    expect(await rows()).toHaveLength(10);
  });

  it('are updated in one order, which avoids deadlocks between processes', async () => {
    const { persistence } = opened;
    const entries = entriesOf(persistence);
    for (const key of ['b', 'c', 'a']) await entries.begin(entry(key));
    const run = jest.spyOn(persistence.database, 'run');
    await entries.add(['b', 'c', 'a'].map((key) => ({ key, count: 1, bytes: 1 })));
    expect(run.mock.calls.map(([, params]) => params?.at(-1))).toEqual(['a', 'b', 'c']);
    run.mockRestore();
  });

  it('limit the bytes to the maximum of the column', async () => {
    const entries = entriesOf(opened.persistence);
    await entries.begin(entry('key', { bytes: INT_MAX - 5 }));
    await entries.add([{ key: 'key', count: 1, bytes: 5 }]);
    await entries.add([{ key: 'key', count: 1, bytes: 1 }]);
    await entries.add([{ key: 'key', count: 1, bytes: 10 * INT_MAX }]);
    expect(await rows()).toEqual([{ entry_key: 'key', count: 4, bytes: INT_MAX }]);
  });

  it('are removed by any process when they are too old, even without a key', async () => {
    const entries = entriesOf(opened.persistence);
    await entries.begin(entry('old', { at: new Date(at.getTime() - 1) }));
    await entries.begin(entry('kept'));
    await opened.persistence.transactions.write(async () => {
      for (let made = 0; made < 1500; made += 1)
        await opened.persistence.database.run(
          "INSERT INTO document_download (document_id, via, bytes, at) VALUES (7, 'public', 1, ?)",
          [new Date(0)],
        );
    });
    await Promise.all([entries.removeBefore(at), entriesOf(second).removeBefore(at)]);
    expect((await rows()).map(({ entry_key }) => entry_key)).toEqual(['kept']);
  });
});
