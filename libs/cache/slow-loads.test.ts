import { Gate, LoggedShop, type ShopCache } from '../../test/support/logged-shop.js';
import { change } from '../kernel/index.js';
import { ProcessCacheManager } from './process-cache-manager.js';

/* A load that ends after a write has dropped what it loads, when nobody has loaded that anew meanwhile. */

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

/** The load of one price, while which others write, and the memory moves on by what somebody else asks. */
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

it('leaves nothing behind that a write has named meanwhile', async () => {
  await slowly(() => ask(2, 7));
  expect(await ask(1, 7)).toEqual([200, 2]);
});

it('leaves nothing behind if it began before the entries that are still known', async () => {
  await slowly(async () => {
    await ask(2, 7);
    shop.write({}, ...Array.from({ length: 10_000 }, (_, at) => change('customer', 100 + at, 7)));
    await ask(2, 7);
  });
  expect(await ask(1, 7)).toEqual([200, 3]);
});
