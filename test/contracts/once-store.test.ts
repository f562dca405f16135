import { randomUUID } from 'node:crypto';
import { openDatabase, type Persistence } from '../../libs/database/index.js';
import { GroupedNonceStore } from '../../libs/database/grouped-nonce-store.js';
import { FORGOTTEN_AT_ONCE, type OnceStore } from '../../libs/database/connection.js';
import { HandClock } from '../support/access.js';
import { type DatabaseKind, describeOnDatabases, migratedDatabase, type TestDatabase } from '../support/databases.js';

/** A key that cannot be stored: on MySQL it is longer than its column, on SQLite it is not a string. */
const UNSTORABLE: Readonly<Record<DatabaseKind, string>> = { mysql: 'z'.repeat(65), sqlite: {} as unknown as string };

const NOW = Date.UTC(2026, 0, 1);

describeOnDatabases('single-use keys', (kind) => {
  let database: TestDatabase;
  let stores: readonly [OnceStore, OnceStore];
  let opened: readonly Persistence[];

  beforeAll(async () => {
    database = await migratedDatabase(kind);
    opened = [await openDatabase(database.url), await openDatabase(database.url)];
    stores = opened.map(({ connections }) => connections.once) as [OnceStore, OnceStore];
  });
  afterAll(async () => {
    for (const one of opened) await one.close();
    await database.drop();
  });

  const fresh = (count: number): readonly string[] => Array.from({ length: count }, () => randomUUID());

  it('are stored once and never again, in any process', async () => {
    const [one, other] = stores;
    const keys = fresh(500);
    expect(await one.spend(keys, NOW)).toEqual(new Set(keys));
    expect(await other.spend(keys, NOW)).toEqual(new Set());
    expect(await one.spend([], NOW)).toEqual(new Set());
  });

  it('are stored even if others of their group exist already', async () => {
    const [one, other] = stores;
    const [there, more] = [fresh(20), fresh(30)];
    await one.spend(there, NOW);
    const mixed = [...there, ...more].toSorted();
    expect(await other.spend(mixed, NOW)).toEqual(new Set(more));
    expect(await one.spend(mixed, NOW)).toEqual(new Set());
  });

  it('are stored all or none, even if one of them exists already', async () => {
    const [one] = stores;
    const [there, first, second] = fresh(3) as [string, string, string];
    await one.spend([there], NOW);
    await expect(one.spend([there, first, second, UNSTORABLE[kind]], NOW)).rejects.toThrow();
    expect(await one.spend([there, first, second], NOW)).toEqual(new Set([first, second]));
  });

  it('succeed in exactly one of several processes with overlapping groups', async () => {
    for (let round = 0; round < 20; round += 1) {
      const keys = fresh(60);
      const groups = [keys.slice(0, 40), keys.slice(20).toReversed(), keys.slice(10, 50), keys.toSorted()];
      const won = await Promise.all(
        groups.map((group, index) => (index % 2 === 0 ? stores[0] : stores[1]).spend(group, NOW)),
      );
      const all = won.flatMap((some) => [...some]);
      expect(all.toSorted()).toEqual(keys.toSorted());
    }
  });

  it('are deleted by age in any number, and can be used again', async () => {
    const [one, other] = stores;
    const [old, kept] = [fresh(FORGOTTEN_AT_ONCE * 2 + 10), fresh(10)];
    for (let from = 0; from < old.length; from += 500) await one.spend(old.slice(from, from + 500), NOW + 1000);
    await one.spend(kept, NOW + 1001);
    await Promise.all([one.forgetBefore(NOW + 1001), other.forgetBefore(NOW + 1001)]);
    expect(await other.spend(kept, NOW)).toEqual(new Set());
    for (let from = 0; from < old.length; from += 500) {
      const some = old.slice(from, from + 500);
      expect(await other.spend(some, NOW)).toEqual(new Set(some));
    }
  });

  it('can be deleted by several processes while others are used', async () => {
    const [one, other] = stores;
    for (let round = 0; round < 20; round += 1) {
      const [old, spent] = [fresh(500), fresh(500)];
      await one.spend(old, NOW + 2000 + round);
      const [won] = await Promise.all([
        other.spend(spent, NOW + 3000),
        one.forgetBefore(NOW + 2001 + round),
        other.forgetBefore(NOW + 2001 + round),
      ]);
      expect(won).toEqual(new Set(spent));
      expect(await other.spend(old, NOW + 3000)).toEqual(new Set(old));
    }
  });

  describe('in groups', () => {
    it('succeed for the first of several concurrent callers', async () => {
      const keys = new GroupedNonceStore(stores[0], new HandClock());
      const [one, other] = fresh(2) as [string, string];
      expect(await Promise.all([one, one, other, one, other].map((key) => keys.spend(key)))).toEqual([
        true,
        false,
        true,
        false,
        false,
      ]);
    });

    it('fail only for the key that cannot be stored', async () => {
      const keys = new GroupedNonceStore(stores[0], new HandClock());
      const [one, other] = fresh(2) as [string, string];
      const asked = await Promise.allSettled([one, UNSTORABLE[kind], other].map((key) => keys.spend(key)));
      expect(asked.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
      expect(await Promise.all([one, other].map((key) => keys.spend(key)))).toEqual([false, false]);
    });

    it('are deleted only if their timestamps are too old, even with clocks 5 minutes apart', async () => {
      const [spending, forgetting] = [new HandClock(), new HandClock()];
      const key = randomUUID();
      expect(await new GroupedNonceStore(stores[0], spending).spend(key)).toBe(true);
      const others = new GroupedNonceStore(stores[1], forgetting);
      // A timestamp is valid from 600 s before to 600 s after it, and the deleting clock is ahead.
      forgetting.pass({ minutes: 20 + 5 });
      await others.prune();
      expect(await others.spend(key)).toBe(false);
      forgetting.pass({ seconds: 1 });
      await others.prune();
      expect(await others.spend(key)).toBe(true);
    });
  });
});
