import { type Persistence, openDatabase, migrate } from '../../libs/database/index.js';
import { type TestDatabase, describeOnDatabases, emptyDatabase } from '../support/databases.js';
import { shelf, type Slot, slot } from './samples.js';
import { aSlot, NOON, refusal, samples, signal } from './stores.js';

describeOnDatabases('snapshots and writers', (kind) => {
  let database: TestDatabase;
  let here: Persistence;
  /** To the database, this is another process. */
  let elsewhere: Persistence;

  const opened = (): Promise<Persistence> => openDatabase(database.url, { ...samples(), clock: NOON });
  const add = (persistence: Persistence, currency: string): Promise<readonly number[]> =>
    persistence.transactions.write(() => persistence.records.recordsOf(slot).insert([aSlot({ currency })]));
  const there = async (persistence: Persistence): Promise<readonly (string | null)[]> => {
    const all = { groups: [], sort: [], page: 1, pageSize: 300 };
    return (await persistence.records.recordsOf<Slot>(slot).search(all)).items.map(({ currency }) => currency);
  };

  beforeEach(async () => {
    database = await emptyDatabase(kind);
    here = await opened();
    await migrate(here);
    elsewhere = await opened();
    await here.transactions.write(() =>
      here.records.recordsOf(shelf).insert([{ id: 1, code: 'S-1', name: null }], true),
    );
  });
  afterEach(async () => {
    await here.close();
    await elsewhere.close();
    await database.drop();
  });

  it('a snapshot keeps its state while other processes write', async () => {
    await add(here, 'a');
    await here.transactions.snapshot(async () => {
      expect(await there(here)).toEqual(['a']);
      await add(elsewhere, 'c');
      expect(await there(here)).toEqual(['a']);
      expect(await there(elsewhere)).toEqual(['a', 'c']);
      await elsewhere.database.query('SELECT 1');
      expect(await there(here)).toEqual(['a']);
    });
    expect(await there(here)).toEqual(['a', 'c']);
  });

  it('an open snapshot hides no later commits from others', async () => {
    const [open, enough] = [signal(), signal()];
    const waits = here.transactions.snapshot(async () => {
      await there(here);
      open.give();
      await enough.given;
      return there(here);
    });
    await open.given;
    await add(here, 'a');
    await add(elsewhere, 'b');
    expect(await there(here)).toEqual(['a', 'b']);
    expect(await here.transactions.snapshot(() => there(here))).toEqual(['a', 'b']);
    enough.give();
    expect(await waits).toEqual([]);
  });

  it('a writer waits for one in another process, while reads continue', async () => {
    const [locked, enough] = [signal(), signal()];
    const holding = elsewhere.transactions.write(async () => {
      await elsewhere.records.recordsOf<Slot>(slot).insert([aSlot({ currency: 'a' })]);
      locked.give();
      await enough.given;
    });
    await locked.given;
    const waiting = add(here, 'b');
    for (let reads = 0; reads < 5; reads += 1) expect(await there(here)).not.toContain('a');
    enough.give();
    await Promise.all([holding, waiting]);
    expect(await there(here)).toHaveLength(2);
  });

  it('several concurrent snapshots each keep their own state', async () => {
    const seen = await Promise.all(
      Array.from({ length: 12 }, () =>
        here.transactions.snapshot(async () => {
          const before = await there(here);
          await new Promise((resolve) => setImmediate(resolve));
          return JSON.stringify(before) === JSON.stringify(await there(here));
        }),
      ),
    );
    expect(seen).toEqual(Array.from({ length: 12 }, () => true));
  });

  it('a snapshot rejects writes', async () => {
    const writing = here.transactions.snapshot(() => add(here, 'a'));
    expect((await refusal(writing)).message).toMatch(/snapshot is read-only/);
    expect(await there(here)).toEqual([]);
  });

  it('a snapshot inside a write transaction joins it', async () => {
    await here.transactions.write(async () => {
      await add(here, 'a');
      expect(await here.transactions.snapshot(() => there(here))).toEqual(['a']);
    });
  });

  it('commits of another process are visible at once', async () => {
    for (const currency of ['a', 'b', 'c']) {
      await add(elsewhere, currency);
      expect((await there(here)).at(-1)).toBe(currency);
    }
  });

  it('two processes write concurrently and lose nothing', async () => {
    await Promise.all(
      Array.from({ length: 40 }, (_, at) =>
        (at % 2 === 0 ? here : elsewhere).transactions.write(async () => {
          const { records } = at % 2 === 0 ? here : elsewhere;
          await records.recordsOf<Slot>(slot).insert([aSlot({ groupNumber: at })]);
        }),
      ),
    );
    expect(await there(here)).toHaveLength(40);
  });

  it('a write outside a transaction throws', async () => {
    expect((await refusal(here.database.run('DELETE FROM slot'))).message).toMatch(/outside of Transactions.write/);
  });

  it('a promise that outlives its transaction throws and writes nothing', async () => {
    let late: Promise<unknown> = Promise.resolve();
    await here.transactions.write(async () => {
      late = new Promise((resolve) => setImmediate(resolve)).then(() => here.database.run('DELETE FROM slot'));
      late.catch(() => undefined);
    });
    expect((await refusal(late)).message).toMatch(/not awaited/);
  });
});
