import { setTimeout as delay } from 'node:timers/promises';
import { change, Deadline, DeadlinePassed, withDeadline } from '../../libs/kernel/index.js';
import { openDatabase, type Persistence } from '../../libs/database/index.js';
import { describeOnDatabases, migratedDatabase, type TestDatabase } from '../support/databases.js';
import { signal } from './stores.js';

/** Far more than the work of one test takes on a busy machine. */
const PATIENCE_MS = 60_000;

describeOnDatabases('a transaction with the write lock', (kind) => {
  let database: TestDatabase;
  let one: Persistence;
  let other: Persistence;

  beforeAll(async () => {
    database = await migratedDatabase(kind);
    one = await openDatabase(database.url);
    other = await openDatabase(database.url);
  });
  afterAll(async () => {
    await one.close();
    await other.close();
    await database.drop();
  });

  const change_ = (from: Persistence) => async () => from.changes.append([change('customer', 1)]);
  const written = (from: Persistence, sql: string) => from.transactions.write(() => from.database.run(sql));
  const now = 'CAST(UNIX_TIMESTAMP(NOW(3)) * 1000 AS SIGNED)';
  /** A number that the database returns outside a transaction. */
  const count = async (sql: string): Promise<number> =>
    Number((await one.database.queryOne<{ n: number }>(`SELECT ${sql}`))?.n);

  if (kind === 'sqlite') {
    it('needs no lock on SQLite, so that a killed owner blocks no one', async () => {
      await written(one, "UPDATE write_turn SET owner = 'killed', expires_at = 9999999999999 WHERE id = 1");
      const before = await one.changes.version();
      await other.transactions.write(change_(other), { withWriteLock: true });
      expect(await one.changes.version()).toBe(before + 1);
    });
    return;
  }

  /** The owner of the lock, and until when the versions are locked. */
  const held = () =>
    one.database.queryOne(
      'SELECT held_until, owner FROM change_version, write_turn WHERE change_version.id = 1 AND write_turn.id = 1',
    );

  it('waits for others with the lock in any process, but not for those without', async () => {
    const [started, go] = [signal(), signal()];
    const order: string[] = [];
    const first = one.transactions.write(
      async () => {
        started.give();
        await go.given;
        order.push('first');
      },
      { withWriteLock: true },
    );
    await started.given;
    const second = other.transactions.write(async () => void order.push('second'), { withWriteLock: true });
    await other.transactions.write(async () => void order.push('a small one'));
    await delay(200);
    go.give();
    await Promise.all([first, second]);
    expect(order).toEqual(['a small one', 'first', 'second']);
  });

  it('waits for a killed owner only until its lease expires', async () => {
    await written(one, `UPDATE write_turn SET owner = 'killed', expires_at = ${now} + 400 WHERE id = 1`);
    const expires = await count('expires_at AS n FROM write_turn WHERE id = 1');
    await other.transactions.write(change_(other), { withWriteLock: true });
    expect(await count(`${now} AS n`)).toBeGreaterThanOrEqual(expires);
    const row = await one.database.queryOne<{ owner: string | null }>('SELECT owner FROM write_turn WHERE id = 1');
    expect(row?.owner).toBeNull();
  });

  it('makes others wait while it holds the versions, and each then gets its own version', async () => {
    const before = await one.changes.version();
    await written(one, `UPDATE change_version SET held_by = 'killed', held_until = ${now} + 400 WHERE id = 1`);
    const until = await count('held_until AS n FROM change_version WHERE id = 1');
    const ended = await Promise.all(
      [
        one.transactions.write(change_(one)),
        other.transactions.write(change_(other)),
        other.transactions.write(change_(other), { withWriteLock: true }),
      ].map((writing) => writing.then(() => count(`${now} AS n`))),
    );
    expect(Math.min(...ended)).toBeGreaterThanOrEqual(until);
    expect(await one.changes.version()).toBe(before + 3);
    const row = await one.database.queryOne<{ held: number | null }>('SELECT held_until AS held FROM change_version');
    expect(row?.held).toBeNull();
  });

  it('finishes even if writers that wait for it take all write slots', async () => {
    // One write slot and two connections.
    const small = await openDatabase(database.url, { pool: 2, patienceMs: PATIENCE_MS });
    const [started, go] = [signal(), signal()];
    try {
      const large = small.transactions.write(
        async () => {
          started.give();
          await go.given;
          small.changes.append([change('customer', 1)]);
        },
        { withWriteLock: true },
      );
      await started.given;
      const waiting = small.transactions.write(change_(small));
      go.give();
      await Promise.all([large, waiting]);
    } finally {
      await small.close();
    }
  });

  it('renews its lease while it runs, even if all write slots are taken', async () => {
    const small = await openDatabase(database.url, { pool: 2, patienceMs: PATIENCE_MS });
    const until = async (): Promise<number> =>
      (await one.database.queryOne<{ at: number }>('SELECT expires_at AS at FROM write_turn WHERE id = 1'))?.at ?? 0;
    const [started, go] = [signal(), signal()];
    try {
      const large = small.transactions.write(
        async () => {
          started.give();
          await go.given;
        },
        { withWriteLock: true },
      );
      await started.given;
      await written(one, 'UPDATE write_turn SET expires_at = 0 WHERE id = 1');
      while ((await until()) === 0) await delay(50);
      go.give();
      await large;
    } finally {
      go.give();
      await small.close();
    }
  });

  it('is retried up to twelve times after conflicts', async () => {
    let times = 0;
    await one.transactions.write(
      async () => {
        times += 1;
        one.changes.append([change('customer', 1)]);
        if (times <= 12) throw Object.assign(new Error('lost to others'), { errno: 1213 });
      },
      { withWriteLock: true },
    );
    expect(times).toBe(13);
  });

  it('releases the lock and the versions when its deadline passes', async () => {
    const limit = new Deadline('bulk', 60_000);
    const failing = withDeadline(limit, () =>
      one.transactions.writeThen(change_(one), async () => limit.become('bulk', 0), { withWriteLock: true }),
    );
    await expect(failing).rejects.toThrow(DeadlinePassed);
    expect(await held()).toEqual({ held_until: null, owner: null });
  });

  it('releases the lock and the versions when it fails', async () => {
    const failing = one.transactions.write(
      async () => {
        one.changes.append([change('customer', 1)]);
        throw new Error('in the middle');
      },
      { withWriteLock: true },
    );
    await expect(failing).rejects.toThrow('in the middle');
    expect(await held()).toEqual({ held_until: null, owner: null });
  });
});
