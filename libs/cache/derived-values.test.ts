import fc from 'fast-check';
import { Gate, LoggedShop, type ShopCache } from '../../test/support/logged-shop.js';
import { type CacheRules, change, type DerivedCache } from '../kernel/index.js';
import { ProcessCacheManager } from './process-cache-manager.js';

/* Derived values are as fresh as the cached values behind them. */

const RULES: CacheRules<number> = {
  owners: ['customer'],
  keys: 'product',
  ofProducts: (scope) => scope === 'list',
  cleared: ({ scope, productId }) => scope === 'list' && productId === null,
  bytes: () => 100,
};

let shop: LoggedShop;
let memory: ProcessCacheManager;
let prices: ShopCache;
let doubled: DerivedCache<number>;
let calculated: number;

const start = (bytes = 1024 * 1024): void => {
  shop = new LoggedShop();
  memory = new ProcessCacheManager(shop.changes, shop.transactions, bytes);
  prices = shop.cache(memory, { owners: ['customer'], keys: 'product' });
  doubled = memory.derived(RULES);
  calculated = 0;
};

beforeEach(() => start());

/** Twice the price, cached or calculated, and its version. */
const twice = (owner: number, key: number, meanwhile?: () => Promise<unknown>): Promise<readonly [number, number]> =>
  memory.answer(async (version) => {
    const derived = doubled.open();
    const known = derived.lookupOf(owner)(key);
    if (known !== undefined) return [known, version];
    const value = 2 * ((await prices.one(owner, key)) ?? 0);
    calculated += 1;
    await meanwhile?.();
    derived.keep(owner, new Map([[key, value]]));
    return [value, version];
  });

describe('a derived value', () => {
  it('is available outside an answer only at the version of the cache', async () => {
    shop.write({ '1/7': 100 }, change('customer', 1, 7));
    await twice(1, 7);
    const at = (version?: number) => doubled.open(version).lookupOf(1)(7);
    expect([at(1), at(0), at(2), at()]).toEqual([200, undefined, undefined, undefined]);
    expect(await shop.transactions.snapshot(async () => at(1))).toBeUndefined();
    shop.write({ '1/7': 5 }, change('customer', 1, 7));
    await twice(1, 7);
    expect([at(1), at(2)]).toEqual([undefined, 10]);
  });

  it('is calculated once until a change affects its owner or product', async () => {
    shop.write({ '1/7': 100 }, change('customer', 1, 7));
    await twice(1, 7);
    expect(await twice(1, 7)).toEqual([200, 1]);
    expect(calculated).toBe(1);
    shop.write({ '2/7': 5 }, change('customer', 2, 7));
    shop.write({}, change('account', 1));
    await twice(1, 7);
    expect(calculated).toBe(1);
    for (const entry of [
      change('customer', 1, 7),
      change('list', 3, 7),
      change('list', null, 7),
      change('product', 7, 7),
    ]) {
      shop.write({}, entry);
      const before = calculated;
      await twice(1, 7);
      expect(calculated).toBe(before + 1);
    }
    for (const entry of [change('customer', 1), change('product', 7), change('list', 3), change('everything')]) {
      shop.write({}, entry);
      const before = calculated;
      await twice(1, 7);
      expect(calculated).toBe(before + 1);
    }
  });

  it('is not cached if a write affects it during the calculation', async () => {
    shop.write({ '1/7': 100 }, change('customer', 1, 7));
    const other = async () => {
      shop.write({ '1/7': 101 }, change('customer', 1, 7));
      await memory.present();
    };
    expect(await twice(1, 7, other)).toEqual([200, 1]);
    expect(await twice(1, 7)).toEqual([202, 2]);
  });

  it('can be cached by name, and is evicted by the id in its value', async () => {
    const { keys: _, ...rules } = RULES;
    const named = memory.derived<number>({ ...rules, named: { scope: 'product', idOf: (value) => value } });
    const look = (owner: number, key: string) => memory.answer(async () => named.open().lookupOf(owner)(key));
    for (const [entry, left] of [
      [change('customer', 1, 7), [undefined, 7, 8]],
      [change('customer', 1), [undefined, 7, undefined]],
      [change('product', 7, 7), [undefined, undefined, 8]],
      [change('list', 3, 7), [undefined, undefined, 8]],
      [change('account', 7), [7, 7, 8]],
    ] as const) {
      await memory.answer(async () => {
        named.open().keep(1, new Map([['a', 7]]));
        named.open().keep(2, new Map([['a', 7]]));
        named.open().keep(1, new Map([['b', 8]]));
      });
      shop.write({}, entry);
      expect([await look(1, 'a'), await look(2, 'a'), await look(1, 'b')]).toEqual(left);
    }
  });

  it('is not used in an answer of an earlier version', async () => {
    shop.write({ '1/7': 100, '1/8': 1 }, change('customer', 1, 7));
    await twice(1, 7);
    const gate = new Gate();
    const early = memory.answer(async (version) => {
      await gate.pass();
      return [doubled.open().lookupOf(1)(7), version];
    });
    await gate.reached();
    shop.write({ '1/7': 300 }, change('customer', 1, 7));
    expect(await twice(1, 7)).toEqual([600, 2]);
    gate.open();
    expect(await early).toEqual([undefined, 1]);
  });

  it('is neither read nor cached inside a transaction or with 0 bytes', async () => {
    shop.write({ '1/7': 100 }, change('customer', 1, 7));
    await shop.transactions.snapshot(() => twice(1, 7));
    await twice(1, 7);
    expect(calculated).toBe(2);
    start(0);
    shop.write({ '1/7': 100 }, change('customer', 1, 7));
    await twice(1, 7);
    await twice(1, 7);
    expect(calculated).toBe(2);
  });

  it('replaces the previous value without using more memory', async () => {
    await memory.answer(async () => doubled.open().keep(1, new Map([[7, 1]])));
    const { bytes } = memory;
    await memory.answer(async () => doubled.open().keep(1, new Map([[7, 2]])));
    expect(memory.bytes).toBe(bytes);
    expect(await memory.answer(async () => doubled.open().lookupOf(1)(7))).toBe(2);
  });

  it('always matches its version, despite concurrent writes', () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(fc.oneof(fc.constant('write' as const), fc.tuple(fc.nat(2), fc.nat(2), fc.boolean()))),
        async (steps) => {
          start();
          const answers: Promise<void>[] = [];
          for (const step of steps) {
            if (step === 'write') {
              const all = Array.from({ length: 9 }, (_, at) => [`${Math.floor(at / 3)}/${at % 3}`, shop.current + 1]);
              shop.write(
                Object.fromEntries(all) as Record<string, number>,
                ...Array.from({ length: 9 }, (_, at) => change('customer', Math.floor(at / 3), at % 3)),
              );
              continue;
            }
            const [owner, key, waits] = step;
            const asked = twice(owner, key, () => new Promise((resolve) => setImmediate(resolve))).then(
              // Each price equals the version that wrote it.
              ([value, version]) => expect(value).toBe(2 * version),
            );
            answers.push(asked);
            if (waits) await asked;
          }
          await Promise.all(answers);
        },
      ),
      { numRuns: 100 },
    ));
});
