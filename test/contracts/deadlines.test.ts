import { Connection } from 'mysql2';
import { change, Deadline, DeadlinePassed, Unavailable, withDeadline } from '../../libs/kernel/index.js';
import { migrate, openDatabase, type Persistence } from '../../libs/database/index.js';
import {
  describeOnMysql,
  describeOnDatabases,
  emptyDatabase,
  onServer,
  type TestDatabase,
} from '../support/databases.js';
import { TcpProxy } from '../support/tcp-proxy.js';
import { shelf, type Slot, slot } from './samples.js';
import { aSlot, NOON, refusal, samples, signal } from './stores.js';

/** Longer than the time limit of a test, so that a test fails if it waits for this instead of its deadline. */
const PATIENCE_MS = 3_600_000;
const POOL = 4;

const within = <T>(ms: number, work: () => Promise<T>): Promise<T> => withDeadline(new Deadline('write', ms), work);

const opened = async (url: string, pool = POOL): Promise<Persistence> => {
  const persistence = await openDatabase(url, {
    ...samples(),
    clock: NOON,
    patienceMs: PATIENCE_MS,
    pool,
  });
  await migrate(persistence);
  await persistence.transactions.write(() =>
    persistence.records.recordsOf(shelf).insert([{ id: 1, code: 'S-1', name: null }], true),
  );
  return persistence;
};

const add = (here: Persistence, groupNumber: number): Promise<readonly number[]> =>
  here.records.recordsOf<Slot>(slot).insert([aSlot({ groupNumber })]);
const count = async (here: Persistence): Promise<number> =>
  (await here.records.recordsOf(slot).search({ groups: [], sort: [], page: 1, pageSize: 1 })).total;

describeOnDatabases('a deadline', (kind) => {
  let database: TestDatabase;
  let here: Persistence;

  beforeEach(async () => {
    database = await emptyDatabase(kind);
    here = await opened(database.url);
  });
  afterEach(async () => {
    await here.close();
    await database.drop();
  });

  it('limits the wait for the write lock', async () => {
    const [taken, enough] = [signal(), signal()];
    const writers = kind === 'mysql' ? 2 : 1;
    let holders = 0;
    const holding = Array.from({ length: writers }, () =>
      here.transactions.write(async () => {
        holders += 1;
        if (holders === writers) taken.give();
        await enough.given;
      }),
    );
    await taken.given;
    const waiting = within(200, () => here.transactions.write(() => add(here, 1)));
    expect(await refusal(waiting)).toBeInstanceOf(DeadlinePassed);
    enough.give();
    await Promise.all(holding);
    expect(await count(here)).toBe(0);
  });

  it('that has passed blocks statements and rolls back what was written', async () => {
    const deadline = new Deadline('write', 60_000);
    const work = withDeadline(deadline, () =>
      here.transactions.write(async () => {
        await add(here, 1);
        deadline.become('write', 0);
        // Even if the use case ignores the error.
        await add(here, 2).catch(() => undefined);
      }),
    );
    expect(await refusal(work)).toBeInstanceOf(DeadlinePassed);
    expect(await count(here)).toBe(0);
  });

  it('that has passed blocks further reads', async () => {
    const deadline = new Deadline('read', 60_000);
    let counted = 0;
    const work = withDeadline(deadline, () =>
      here.transactions.snapshot(async () => {
        counted = await count(here);
        deadline.become('read', 0);
        return count(here);
      }),
    );
    expect(await refusal(work)).toBeInstanceOf(DeadlinePassed);
    expect(counted).toBe(0);
  });

  it('does not end a read of the change log, because other requests share it', async () => {
    const noted = (): void => here.changes.append([change('product', 1)]);
    await here.transactions.write(async () => noted());
    const read = withDeadline(new Deadline('read', -1), async () => [
      await here.changes.version(),
      (await here.changes.since(0, 10)).length,
    ]);
    expect(await read).toEqual([1, 1]);
  });

  it('that passes after the last statement rolls the transaction back', async () => {
    const deadline = new Deadline('write', 60_000);
    const work = withDeadline(deadline, () =>
      here.transactions.write(async () => {
        await add(here, 1);
        deadline.become('write', 0);
      }),
    );
    expect(await refusal(work)).toBeInstanceOf(DeadlinePassed);
    expect(await count(here)).toBe(0);
  });

  it('limits retries', async () => {
    let times = 0;
    const work = within(300, () =>
      here.transactions.write(async () => {
        times += 1;
        await new Promise((resolve) => setTimeout(resolve, 200));
        throw Object.assign(new Error('again'), kind === 'mysql' ? { errno: 1213 } : { code: 'SQLITE_BUSY' });
      }),
    );
    expect(await refusal(work)).toBeInstanceOf(DeadlinePassed);
    expect(times).toBeLessThan(4);
  });
});

describeOnMysql('a deadline on a server that hangs', () => {
  let database: TestDatabase;
  let proxy: TcpProxy;
  let here: Persistence;

  beforeEach(async () => {
    database = await emptyDatabase('mysql');
    const through = await TcpProxy.before(database.url);
    proxy = through.proxy;
    here = await opened(through.url);
  });
  afterEach(async () => {
    await here.close();
    await proxy.close();
    await database.drop();
  });

  /** Takes all connections of the pool until the returned function is called. */
  const busyPool = async (): Promise<() => Promise<unknown>> => {
    const [taken, enough] = [signal(), signal()];
    let readers = 0;
    const reading = Array.from({ length: POOL }, () =>
      here.transactions.snapshot(async () => {
        readers += 1;
        if (readers === POOL) taken.give();
        await enough.given;
      }),
    );
    await taken.given;
    return () => {
      enough.give();
      return Promise.all(reading);
    };
  };
  /** Opens all connections of the pool and returns them to it. */
  const everyConnection = async (): Promise<void> => {
    await (
      await busyPool()
    )();
    // Their transactions end only after the results.
    for (let asked = 0; asked < POOL; asked += 1) await count(here);
  };

  const sleeping = async (): Promise<number> => {
    const found = await here.database.query<{ id: number }>(
      "SELECT id FROM information_schema.processlist WHERE info LIKE '%SLEEP(30)%' AND id <> CONNECTION_ID() AND db = DATABASE()",
    );
    return found.length;
  };

  it('makes the server end the statement, and the connection stays usable', async () => {
    const id = async (): Promise<number> =>
      (await here.database.queryOne<{ id: number }>('SELECT CONNECTION_ID() AS id'))?.id ?? 0;
    const used = await id();
    const hanging = await refusal(within(300, () => here.database.query('SELECT SLEEP(30)')));
    expect(hanging).toBeInstanceOf(DeadlinePassed);
    while ((await sleeping()) > 0) await new Promise(setImmediate);
    const [there] = await here.database.query('SELECT id FROM information_schema.processlist WHERE id = ?', [used]);
    expect(there).toBeDefined();
  });

  it('takes back a transaction whose statement the server ended, even if the error is caught', async () => {
    const work = within(500, () =>
      here.transactions.write(async () => {
        await add(here, 1);
        await here.database.query('SELECT SLEEP(30)').catch(() => undefined);
      }),
    );
    expect(await refusal(work)).toBeInstanceOf(DeadlinePassed);
    expect(await count(here)).toBe(0);
  });

  it('has the same effect as a limit of the server: unavailable, and nothing is stored', async () => {
    if (!here.database.dialect.mariadb) return;
    const work = here.transactions.write(async () => {
      await add(here, 1);
      // Even if the use case continues.
      await here.database.query('SET STATEMENT max_statement_time = 0.05 FOR SELECT SLEEP(30)').catch(() => undefined);
    });
    expect(await refusal(work)).toBeInstanceOf(Unavailable);
    expect(await count(here)).toBe(0);
  });

  it('that has passed sends no statement, because a limit of 0 means no limit', async () => {
    await count(here);
    const sent = jest.spyOn(Connection.prototype, 'query');
    expect(await refusal(within(-1, () => here.database.query('SELECT 1 AS late')))).toBeInstanceOf(DeadlinePassed);
    expect(sent.mock.calls.filter((call) => JSON.stringify(call[0]).includes('late'))).toEqual([]);
    sent.mockRestore();
  });

  it('ends the wait on a silent connection, and the connection a second later', async () => {
    await everyConnection();
    proxy.freeze();
    const waits = Array.from({ length: POOL }, () => refusal(within(500, () => count(here))));
    for (const error of await Promise.all(waits)) expect(error).toBeInstanceOf(DeadlinePassed);
    // All connections of the pool are silent, so new ones need these to be closed first.
    expect(await within(120_000, () => count(here))).toBe(0);
  });

  it('that passes during COMMIT makes the result unknown, without a retry', async () => {
    let times = 0;
    const deadline = new Deadline('write', 60_000);
    const work = withDeadline(deadline, () =>
      here.transactions.write(async () => {
        times += 1;
        // Plain SQL, because a record would also write to the audit trail, which gets no answer either.
        await here.database.run('UPDATE change_version SET version = version WHERE id = 1');
        proxy.freeze();
        deadline.become('write', deadline.limitMs - deadline.remainingMs + 500);
      }),
    );
    const error = await refusal(work);
    expect((error.cause as Error).message).toMatch(/during COMMIT/);
    expect(times).toBe(1);
  });

  it('limits the wait for a connection', async () => {
    const release = await busyPool();
    expect(await refusal(within(200, () => count(here)))).toBeInstanceOf(DeadlinePassed);
    await release();
  });

  it('is not needed for reads of the version, which wait for no pool and at most 1 s', async () => {
    await here.transactions.write(async () => here.changes.append([{ scope: 'product', id: 1, productId: null }]));
    const release = await busyPool();
    expect(await here.changes.version()).toBe(1);
    expect(await here.changes.since(0, 10)).toHaveLength(1);
    proxy.freeze();
    const timers = jest.spyOn(globalThis, 'setTimeout');
    expect(await here.changes.version()).toBe(1);
    expect(timers).toHaveBeenCalledWith(expect.any(Function), 1_000);
    timers.mockRestore();
    proxy.thaw();
    await release();
  });

  it('is not needed to close a pool with silent connections', async () => {
    await Promise.all([1, 2, 3].map(() => here.transactions.snapshot(() => count(here))));
    proxy.freeze();
    await here.close();
    here = await openDatabase(database.url);
  });
});

describeOnMysql('an idle transaction', () => {
  let database: TestDatabase;
  let here: Persistence;

  beforeEach(async () => {
    database = await emptyDatabase('mysql');
    here = await opened(database.url, 2);
  });
  afterEach(async () => {
    await here.close();
    await database.drop();
  });

  const idleSeconds = async (): Promise<number | undefined> =>
    (await here.database.queryOne<{ s: number }>('SELECT @@session.idle_transaction_timeout AS s'))?.s;

  it('is ended by MariaDB after 10 s, except for snapshots with a longer or no deadline', async () => {
    if (!here.database.dialect.mariadb) return;
    expect(await here.transactions.write(idleSeconds)).toBe(10);
    expect(await within(5_000, () => here.transactions.snapshot(idleSeconds))).toBe(10);
    expect(await here.transactions.snapshot(idleSeconds)).toBe(0);
    expect(await within(30_000, () => here.transactions.snapshot(idleSeconds))).toBe(0);
    // Connections in the pool have the default limit again.
    expect(await Promise.all([idleSeconds(), idleSeconds()])).toEqual([10, 10]);
    expect(await here.transactions.write(idleSeconds)).toBe(10);
  });

  it('is repeated if the server ended it', async () => {
    let times = 0;
    await here.transactions.write(async () => {
      times += 1;
      await add(here, times);
      if (times > 1) return;
      const [row] = await here.database.query<{ id: number }>('SELECT CONNECTION_ID() AS id');
      await onServer(`KILL ${row?.id}`);
      await add(here, 9);
    });
    expect([times, await count(here)]).toEqual([2, 1]);
  });
});
