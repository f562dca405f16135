import { Unavailable } from '../../libs/kernel/index.js';
import { migrate, openDatabase, type Persistence } from '../../libs/database/index.js';
import { describeOnDatabases, emptyDatabase, type TestDatabase } from '../support/databases.js';
import { shelf, type Slot, slot } from './samples.js';
import { aSlot, NOON, refusal, samples, signal } from './stores.js';

describeOnDatabases('repeated use cases', (kind) => {
  let database: TestDatabase;
  let here: Persistence;

  beforeEach(async () => {
    database = await emptyDatabase(kind);
    here = await openDatabase(database.url, { ...samples(), clock: NOON, patienceMs: 1_000, pool: 4 });
    await migrate(here);
    const shelves = [1, 2].map((id) => ({ id, code: `S-${id}`, name: null }));
    await here.transactions.write(() => here.records.recordsOf(shelf).insert(shelves as never, true));
  });
  afterEach(async () => {
    await here.close();
    await database.drop();
  });

  const add = (groupNumber: number): Promise<readonly number[]> =>
    here.records.recordsOf<Slot>(slot).insert([aSlot({ groupNumber })]);
  const count = async (): Promise<number> =>
    (await here.records.recordsOf(slot).search({ groups: [], sort: [], page: 1, pageSize: 1 })).total;
  /** The error with which the drivers report a transaction that must be repeated. */
  const lost = (): Error =>
    Object.assign(new Error('try again'), kind === 'mysql' ? { errno: 1213 } : { code: 'SQLITE_BUSY' });

  it('succeed after the conflict, with only the work of the last run', async () => {
    let times = 0;
    await here.transactions.write(async () => {
      times += 1;
      await add(times);
      if (times < 4) throw lost();
    });
    const { items } = await here.records.recordsOf<Slot>(slot).search({ groups: [], sort: [], page: 1, pageSize: 9 });
    expect(items.map(({ groupNumber }) => groupNumber)).toEqual([4]);
  });

  it('end after five retries, and nothing is stored', async () => {
    let times = 0;
    const work = here.transactions.write(async () => {
      times += 1;
      await add(times);
      throw lost();
    });
    expect(await refusal(work)).toBeInstanceOf(Unavailable);
    expect(times).toBe(6);
    expect(await count()).toBe(0);
  });

  it('repeat the whole use case, not only the inner call that failed', async () => {
    const calls: string[] = [];
    await here.transactions.write(async () => {
      calls.push('outer');
      await here.transactions.write(async () => {
        calls.push('inner');
        if (calls.length === 2) throw lost();
        await add(1);
      });
    });
    expect(calls).toEqual(['outer', 'inner', 'outer', 'inner']);
    expect(await count()).toBe(1);
  });

  it('write their changes to the log once', async () => {
    let times = 0;
    await here.transactions.write(async () => {
      times += 1;
      here.changes.append([{ scope: 'product', id: times, productId: null }]);
      if (times === 1) throw lost();
    });
    expect((await here.changes.since(0, 10)).map(({ id }) => id)).toEqual([2]);
  });

  it('do not include those that fail for another reason', async () => {
    let times = 0;
    const work = here.transactions.write(async () => {
      times += 1;
      throw new TypeError('a bug');
    });
    expect(await refusal(work)).toBeInstanceOf(TypeError);
    expect(times).toBe(1);
  });

  it('are unavailable while all write slots are taken, then work again', async () => {
    const [taken, enough] = [signal(), signal()];
    // Half of the pool; the other half can still read.
    const writers = kind === 'mysql' ? 2 : 1;
    let holders = 0;
    const hold = (): Promise<void> =>
      here.transactions.write(async () => {
        holders += 1;
        if (holders === writers) taken.give();
        await enough.given;
      });
    const holding = Array.from({ length: writers }, hold);
    await taken.given;
    expect(await refusal(here.transactions.write(() => add(1)))).toBeInstanceOf(Unavailable);
    expect(await count()).toBe(0);
    enough.give();
    await Promise.all(holding);
    await here.transactions.write(() => add(2));
    expect(await count()).toBe(1);
  });

  if (kind === 'sqlite') {
    it('are unavailable while another process locks the file, then work again', async () => {
      const elsewhere = await openDatabase(database.url);
      const [locked, enough] = [signal(), signal()];
      const holding = elsewhere.transactions.write(async () => {
        locked.give();
        await enough.given;
      });
      await locked.given;
      expect(await refusal(here.transactions.write(() => add(1)))).toBeInstanceOf(Unavailable);
      expect(await count()).toBe(0);
      enough.give();
      await holding;
      await here.transactions.write(() => add(2));
      expect(await count()).toBe(1);
      await elsewhere.close();
    });
  } else {
    it('both succeed after a deadlock between them', async () => {
      const [first, second] = [signal(), signal()];
      let times = 0;
      const lockBoth = (one: number, other: number, mine: () => void, theirs: Promise<void>): Promise<void> =>
        here.transactions.write(async () => {
          times += 1;
          await here.records.recordsOf(shelf).byIds([one]);
          mine();
          await theirs;
          await here.records.recordsOf(shelf).byIds([other]);
          await add(one);
        });
      await Promise.all([lockBoth(1, 2, first.give, second.given), lockBoth(2, 1, second.give, first.given)]);
      expect(times).toBe(3);
      expect(await count()).toBe(2);
    });

    it('are rolled back by a conflict even if the use case caught the error', async () => {
      let times = 0;
      const work = here.transactions.write(async () => {
        times += 1;
        await add(times);
        await here.database.run("SIGNAL SQLSTATE '40001' SET MYSQL_ERRNO = 1213").catch(() => undefined);
      });
      expect(await refusal(work)).toBeInstanceOf(Unavailable);
      expect(times).toBe(6);
      expect(await count()).toBe(0);
    });
  }
});
