import { setTimeout as delay } from 'node:timers/promises';
import { change, Deadline, DeadlinePassed, withDeadline } from '../../libs/kernel/index.js';
import { openDatabase, type Persistence } from '../../libs/database/index.js';
import { describeOnDatabases, migratedDatabase, type TestDatabase } from '../support/databases.js';
import { signal } from './stores.js';

/** Far more than the work of one test takes on a busy machine. */
const PATIENCE_MS = 60_000;

describeOnDatabases('a transaction that changes very much', (kind) => {
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
  /** A number that the database answers, outside of any transaction. */
  const count = async (sql: string): Promise<number> =>
    Number((await one.database.queryOne<{ n: number }>(`SELECT ${sql}`))?.n);

  if (kind === 'sqlite') {
    it('asks for no turn where there is one writer: whoever is killed with one holds nobody up', async () => {
      await written(one, "UPDATE write_turn SET owner = 'killed', expires_at = 9999999999999 WHERE id = 1");
      const before = await one.changes.version();
      await other.transactions.write(change_(other), { inTurn: true });
      expect(await one.changes.version()).toBe(before + 1);
    });
    return;
  }

  /** Whose turn it is, and until when the versions are held. */
  const held = () =>
    one.database.queryOne(
      'SELECT held_until, owner FROM change_version, write_turn WHERE change_version.id = 1 AND write_turn.id = 1',
    );

  it('takes turns with others of its kind, in whichever process', async () => {
    const [begun, go] = [signal(), signal()];
    const order: string[] = [];
    const first = one.transactions.write(
      async () => {
        begun.give();
        await go.given;
        order.push('first');
      },
      { inTurn: true },
    );
    await begun.given;
    const second = other.transactions.write(async () => void order.push('second'), { inTurn: true });
    await other.transactions.write(async () => void order.push('a small one'));
    await delay(200);
    go.give();
    await Promise.all([first, second]);
    expect(order).toEqual(['a small one', 'first', 'second']);
  });

  it('needn’t wait for one that was killed longer than its lease', async () => {
    await written(one, `UPDATE write_turn SET owner = 'killed', expires_at = ${now} + 400 WHERE id = 1`);
    const expires = await count('expires_at AS n FROM write_turn WHERE id = 1');
    await other.transactions.write(change_(other), { inTurn: true });
    expect(await count(`${now} AS n`)).toBeGreaterThanOrEqual(expires);
    const row = await one.database.queryOne<{ owner: string | null }>('SELECT owner FROM write_turn WHERE id = 1');
    expect(row?.owner).toBeNull();
  });

  it('while it holds the versions others wait at their last step, no longer than that, and each has one of its own', async () => {
    const before = await one.changes.version();
    await written(one, `UPDATE change_version SET held_by = 'killed', held_until = ${now} + 400 WHERE id = 1`);
    const until = await count('held_until AS n FROM change_version WHERE id = 1');
    const ended = await Promise.all(
      [
        one.transactions.write(change_(one)),
        other.transactions.write(change_(other)),
        other.transactions.write(change_(other), { inTurn: true }),
      ].map((writing) => writing.then(() => count(`${now} AS n`))),
    );
    expect(Math.min(...ended)).toBeGreaterThanOrEqual(until);
    expect(await one.changes.version()).toBe(before + 3);
    const row = await one.database.queryOne<{ held: number | null }>('SELECT held_until AS held FROM change_version');
    expect(row?.held).toBeNull();
  });

  it('comes through where all the places of writers are taken by those who wait for it', async () => {
    // One place of two connections.
    const small = await openDatabase(database.url, { pool: 2, patienceMs: PATIENCE_MS });
    const [begun, go] = [signal(), signal()];
    try {
      const large = small.transactions.write(
        async () => {
          begun.give();
          await go.given;
          small.changes.append([change('customer', 1)]);
        },
        { inTurn: true },
      );
      await begun.given;
      const waiting = small.transactions.write(change_(small));
      go.give();
      await Promise.all([large, waiting]);
    } finally {
      await small.close();
    }
  });

  it('keeps its turn while it lasts, also where all the places of writers are taken', async () => {
    const small = await openDatabase(database.url, { pool: 2, patienceMs: PATIENCE_MS });
    const until = async (): Promise<number> =>
      (await one.database.queryOne<{ at: number }>('SELECT expires_at AS at FROM write_turn WHERE id = 1'))?.at ?? 0;
    const [begun, go] = [signal(), signal()];
    try {
      const large = small.transactions.write(
        async () => {
          begun.give();
          await go.given;
        },
        { inTurn: true },
      );
      await begun.given;
      await written(one, 'UPDATE write_turn SET expires_at = 0 WHERE id = 1');
      while ((await until()) === 0) await delay(50);
      go.give();
      await large;
    } finally {
      go.give();
      await small.close();
    }
  });

  it('is tried twelve times more when it is lost to others', async () => {
    let times = 0;
    await one.transactions.write(
      async () => {
        times += 1;
        one.changes.append([change('customer', 1)]);
        if (times <= 12) throw Object.assign(new Error('lost to others'), { errno: 1213 });
      },
      { inTurn: true },
    );
    expect(times).toBe(13);
  });

  it('gives both back when its deadline has passed', async () => {
    const limit = new Deadline('bulk', 60_000);
    const failing = withDeadline(limit, () =>
      one.transactions.writeThen(change_(one), async () => limit.become('bulk', 0), { inTurn: true }),
    );
    await expect(failing).rejects.toThrow(DeadlinePassed);
    expect(await held()).toEqual({ held_until: null, owner: null });
  });

  it('gives both back when it fails', async () => {
    const failing = one.transactions.write(
      async () => {
        one.changes.append([change('customer', 1)]);
        throw new Error('in the middle');
      },
      { inTurn: true },
    );
    await expect(failing).rejects.toThrow('in the middle');
    expect(await held()).toEqual({ held_until: null, owner: null });
  });
});
