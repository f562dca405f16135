import { change, HistoryExpired } from '../../libs/kernel/index.js';
import { ChangeLogRetention, openDatabase, type Persistence } from '../../libs/database/index.js';
import { describeOnDatabases, migratedDatabase, type TestDatabase } from '../support/databases.js';
import { refusal, signal } from './stores.js';

const DAY_MS = 86_400_000;

describeOnDatabases('change log', (kind) => {
  let database: TestDatabase;
  let here: Persistence;
  let now = new Date('2026-06-15T12:00:00.000Z');
  const clock = { now: () => now };

  beforeEach(async () => {
    now = new Date('2026-06-15T12:00:00.000Z');
    database = await migratedDatabase(kind);
    here = await openDatabase(database.url, { clock });
  });
  afterEach(async () => {
    await here.close();
    await database.drop();
  });

  const write = (...ids: readonly number[]): Promise<void> =>
    here.transactions.write(async () => here.changes.append(ids.map((id) => change('product', id, id))));
  const versions = async (since = 0, limit = 1000): Promise<readonly number[]> =>
    (await here.changes.since(since, limit)).map(({ version }) => version);

  it('starts at version 0 and adds one for each transaction with changes', async () => {
    expect(await here.changes.version()).toBe(0);
    await write(1, 2);
    await write(3);
    expect(await here.changes.version()).toBe(2);
    expect(await here.changes.since(0, 10)).toEqual([
      { version: 1, at: now, scope: 'product', id: 1, productId: 1 },
      { version: 1, at: now, scope: 'product', id: 2, productId: 2 },
      { version: 2, at: now, scope: 'product', id: 3, productId: 3 },
    ]);
    expect(await here.changes.since(2, 10)).toEqual([]);
  });

  it('adds no version for a transaction that has no changes or fails', async () => {
    await here.transactions.write(async () => undefined);
    await refusal(
      here.transactions.write(async () => {
        here.changes.append([change('product', 1)]);
        throw new Error('fails');
      }),
    );
    expect(await here.changes.version()).toBe(0);
  });

  it('drops the changes of a failed inner call', async () => {
    await here.transactions.write(async () => {
      here.changes.append([change('product', 1)]);
      await refusal(
        here.transactions.write(async () => {
          here.changes.append([change('product', 2)]);
          throw new Error('fails');
        }),
      );
      await here.transactions.write(async () => here.changes.append([change('product', 3)]));
    });
    expect((await here.changes.since(0, 10)).map(({ id }) => id)).toEqual([1, 3]);
  });

  it('can be written only inside a transaction', () => {
    expect(() => here.changes.append([change('product', 1)])).toThrow(/inside of Transactions.write/);
  });

  it('returns the version of the last write to an observer', async () => {
    await write(1);
    const seen = await here.changes.observe(async () => {
      await write(2);
      await write(3);
      return 'answer';
    });
    expect(seen).toEqual({ result: 'answer', version: 3 });
    expect((await here.changes.observe(async () => here.changes.version())).version).toBeUndefined();
  });

  it('returns to each observer only the version of its own write', async () => {
    const [first, second] = await Promise.all([
      here.changes.observe(() => write(1)),
      here.changes.observe(() => write(2)),
    ]);
    expect([first.version, second.version].sort()).toEqual([1, 2]);
  });

  it('never splits a version between two reads', async () => {
    await write(1, 2, 3);
    await write(4);
    await write(5, 6);
    expect(await versions(0, 1)).toEqual([1, 1, 1]);
    expect(await versions(0, 3)).toEqual([1, 1, 1]);
    expect(await versions(0, 4)).toEqual([1, 1, 1, 2]);
    expect(await versions(1, 2)).toEqual([2, 3, 3]);
    const full = Array.from({ length: 1000 }, (_, at) => at);
    await write(...full);
    expect(await versions(3, 1)).toHaveLength(1000);
  });

  it('throws HistoryExpired for versions that were pruned', async () => {
    for (let version = 1; version <= 5; version += 1) await write(version, version + 100);
    const retention = new ChangeLogRetention(here.database, here.transactions, clock);
    await retention.prune(7, 4);
    expect(await versions(3)).toEqual([4, 4, 5, 5]);
    for (const since of [0, 2]) expect(await refusal(here.changes.since(since, 10))).toBeInstanceOf(HistoryExpired);
    expect(await versions(5)).toEqual([]);
    await write(6);
    expect(await versions(5)).toEqual([6]);
  });

  it('is also pruned by age, until it is empty', async () => {
    await write(1);
    now = new Date(now.getTime() + 5 * DAY_MS);
    await write(2);
    now = new Date(now.getTime() + 3 * DAY_MS);
    await here.retention.prune(7, 1000);
    expect(await versions(1)).toEqual([2]);
    now = new Date(now.getTime() + 30 * DAY_MS);
    await here.retention.prune(7, 1000);
    expect(await versions(2)).toEqual([]);
    expect(await refusal(here.changes.since(1, 10))).toBeInstanceOf(HistoryExpired);
    expect(await here.changes.version()).toBe(2);
  });

  it('throws HistoryExpired for a version that does not exist yet', async () => {
    await write(1);
    expect(await refusal(here.changes.since(9, 10))).toBeInstanceOf(HistoryExpired);
  });

  it('shows a snapshot the version at its start', async () => {
    await write(1);
    const [open, written] = [signal(), signal()];
    const seen = here.transactions.snapshot(async () => {
      const before = await here.changes.version();
      open.give();
      await written.given;
      return [before, await here.changes.version(), (await here.changes.since(0, 10)).length];
    });
    await open.given;
    await write(2);
    written.give();
    expect(await seen).toEqual([1, 1, 1]);
  });

  it('assigns versions in commit order, so that a reader skips none', async () => {
    const elsewhere = await openDatabase(database.url, { clock });
    const seen: number[] = [];
    let writing = true;
    const reading = (async () => {
      let last = 0;
      while (writing || last < 60) {
        for (const { version } of await elsewhere.changes.since(last, 7)) {
          seen.push(version);
          last = version;
        }
        await new Promise((resolve) => setImmediate(resolve));
      }
    })();
    const from = [here, elsewhere];
    await Promise.all(
      Array.from({ length: 60 }, (_, at) => {
        const persistence = from[at % 2] ?? here;
        return persistence.transactions.write(async () => persistence.changes.append([change('customer', at)]));
      }),
    );
    writing = false;
    await reading;
    expect(seen).toEqual(Array.from({ length: 60 }, (_, at) => at + 1));
    await elsewhere.close();
  });
});
