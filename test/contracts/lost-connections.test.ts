import { Unavailable } from '../../libs/kernel/index.js';
import { migrate, openDatabase, type Persistence } from '../../libs/database/index.js';
import { databases, emptyDatabase, onServer, type TestDatabase } from '../support/databases.js';
import { Proxy } from '../support/proxy.js';
import { shelf, type Slot, slot } from './samples.js';
import { aSlot, NOON, refusal, samples } from './stores.js';

/** Only the connection to a server can be lost. */
const onlyOnServers = databases().includes('mysql') ? describe : undefined;

onlyOnServers?.('lost connections', () => {
  let database: TestDatabase;
  let proxy: Proxy;
  let here: Persistence;

  beforeEach(async () => {
    database = await emptyDatabase('mysql');
    const url = new URL(database.url);
    proxy = new Proxy({ host: url.hostname, port: Number(url.port) || 3306 });
    url.port = String(await proxy.open());
    here = await openDatabase(url.href, { ...samples(), clock: NOON, patienceMs: 30_000, pool: 3 });
    await migrate(here);
    await here.transactions.write(() =>
      here.records.recordsOf(shelf).insert([{ id: 1, code: 'S-1', name: null }], true),
    );
  });
  afterEach(async () => {
    await here.close();
    await proxy.close();
    await database.drop();
  });

  const add = (groupNumber: number): Promise<readonly number[]> =>
    here.records.recordsOf<Slot>(slot).insert([aSlot({ groupNumber })]);
  const count = async (): Promise<number> =>
    (await here.records.recordsOf(slot).search({ groups: [], sort: [], page: 1, pageSize: 1 })).total;
  const connectionId = async (): Promise<number> =>
    (await here.database.queryOne<{ id: number }>('SELECT CONNECTION_ID() AS id'))?.id ?? 0;

  it('make everything unavailable until the server is back', async () => {
    await proxy.close();
    expect(await refusal(count())).toBeInstanceOf(Unavailable);
    expect(await refusal(here.transactions.write(() => add(1)))).toBeInstanceOf(Unavailable);
    expect(await refusal(here.transactions.snapshot(count))).toBeInstanceOf(Unavailable);
    await proxy.open();
    await here.transactions.write(() => add(2));
    expect(await count()).toBe(1);
    expect(await here.transactions.snapshot(count)).toBe(1);
  });

  it('repeat a transaction once whose connection was killed', async () => {
    let times = 0;
    await here.transactions.write(async () => {
      times += 1;
      await add(times);
      if (times === 1) await onServer(`KILL ${await connectionId()}`);
      await add(times + 10);
    });
    expect(times).toBe(2);
    expect(await count()).toBe(2);
  });

  it('make a transaction unavailable that loses its connection each time, and store nothing', async () => {
    let times = 0;
    const work = here.transactions.write(async () => {
      times += 1;
      await add(times);
      await onServer(`KILL ${await connectionId()}`);
      await add(times + 10);
    });
    expect(await refusal(work)).toBeInstanceOf(Unavailable);
    expect(times).toBe(2);
    expect(await count()).toBe(0);
  });

  it('repeat a read or snapshot whose connection was killed', async () => {
    await here.transactions.write(() => add(1));
    await onServer(`KILL ${await connectionId()}`);
    expect(await count()).toBe(1);
    let times = 0;
    const counted = await here.transactions.snapshot(async () => {
      times += 1;
      if (times === 1) await onServer(`KILL ${await connectionId()}`);
      return count();
    });
    expect([counted, times]).toEqual([1, 2]);
  });

  it.each(['cut before', 'cut after'] as const)(
    'never repeat a commit whose connection is %s the statement',
    async (what) => {
      let times = 0;
      const work = here.transactions.write(async () => {
        times += 1;
        await add(times);
        proxy.cutAt('COMMIT', what);
      });
      expect(await refusal(work)).toBeInstanceOf(Unavailable);
      expect(times).toBe(1);
      expect(await count()).toBe(what === 'cut after' ? 1 : 0);
    },
  );

  it('are not replaced, with ssl=verify, by those to a server without a certificate', async () => {
    expect((await refusal(openDatabase(`${database.url}?ssl=verify`))).message).toMatch(
      /secure connection|certificate/i,
    );
  });

  it('are replaced by connections with the same session settings', async () => {
    proxy.cut();
    const [row] = await here.database.query<Record<string, unknown>>(
      "SELECT @@session.time_zone AS zone, @@session.sql_mode LIKE '%STRICT_ALL_TABLES%' AS strict, " +
        "@@session.sql_mode LIKE '%NO_AUTO_VALUE_ON_ZERO%' AS zero",
    );
    expect(row).toEqual({ zone: '+00:00', strict: 1, zero: 1 });
    const isolation = await here.transactions.write(async () => {
      await add(1);
      return here.database.queryOne<{ level: string }>(
        'SELECT trx_isolation_level AS level FROM information_schema.innodb_trx WHERE trx_mysql_thread_id = CONNECTION_ID()',
      );
    });
    expect(isolation?.level).toBe('READ COMMITTED');
  });
});

/** A file needs a test even without a MariaDB server. The run reports what it did not test. */
describe('an SQLite file', () => {
  it('that cannot be opened causes an error at once', async () => {
    expect((await refusal(openDatabase(`sqlite:${__filename}/kontor.sqlite`))).message).not.toBe('');
  });
});
