import { Gate, LoggedShop, type ShopCache } from '../../test/support/logged-shop.js';
import { change } from '../kernel/index.js';
import { ProcessCacheManager } from './process-cache-manager.js';

/* A load that finishes after a write evicted its value, while no other call has loaded it again. */

let shop: LoggedShop;
let memory: ProcessCacheManager;
let prices: ShopCache;

beforeEach(() => {
  shop = new LoggedShop();
  memory = new ProcessCacheManager(shop.changes, shop.transactions, 1024 * 1024);
  prices = shop.cache(memory, { owners: ['customer'], keys: 'product' });
});

const ask = (owner: number, key: number): Promise<readonly [number | undefined, number]> =>
  memory.answer(async (version) => [await prices.one(owner, key), version]);

/** Loads one price slowly, while a write changes it and `meanwhile` runs. */
const slowly = async (meanwhile: () => Promise<unknown>): Promise<void> => {
  shop.write({ '1/7': 100 }, change('customer', 1, 7));
  const gate = (shop.gate = new Gate());
  const slow = ask(1, 7);
  await gate.reached();
  shop.gate = undefined;
  shop.write({ '1/7': 200 }, change('customer', 1, 7));
  await meanwhile();
  gate.open();
  expect(await slow).toEqual([100, 1]);
};

it('a slow load does not cache a value that a write has changed', async () => {
  await slowly(() => ask(2, 7));
  expect(await ask(1, 7)).toEqual([200, 2]);
});

it('a slow load caches nothing if it started before the oldest known change entry', async () => {
  await slowly(async () => {
    await ask(2, 7);
    shop.write({}, ...Array.from({ length: 10_000 }, (_, at) => change('customer', 100 + at, 7)));
    await ask(2, 7);
  });
  expect(await ask(1, 7)).toEqual([200, 3]);
});
