import { Gate, LoggedShop, type ShopCache } from '../../test/support/logged-shop.js';
import { change, Unavailable } from '../kernel/index.js';
import { ProcessCacheManager } from './process-cache-manager.js';

const MIB = 1024 * 1024;

let shop: LoggedShop;
let memory: ProcessCacheManager;
let prices: ShopCache;

const start = (bytes = MIB): void => {
  shop = new LoggedShop();
  memory = new ProcessCacheManager(shop.changes, shop.transactions, bytes);
  prices = shop.cache(memory, { owners: ['customer'], keys: 'product' });
};

/** The price of a product for a customer, and the version of the answer. */
const ask = (owner = 1, key = 7): Promise<readonly [number | undefined, number]> =>
  memory.answer(async (version) => [await prices.one(owner, key), version]);

beforeEach(() => start());

describe('the cache', () => {
  it('loads a value or its absence once, then only reads the version', async () => {
    shop.write({ '1/7': 100 }, change('customer', 1, 7));
    expect(await ask()).toEqual([100, 1]);
    expect(await ask(1, 8)).toEqual([undefined, 1]);
    expect(shop.takeLoads()).toEqual(['1/7', '1/8']);
    shop.versionsRead = 0;
    expect([await ask(), await ask(1, 8)]).toEqual([
      [100, 1],
      [undefined, 1],
    ]);
    expect([shop.takeLoads(), shop.versionsRead]).toEqual([[], 2]);
  });

  it('loads only the missing pairs of a batch', async () => {
    shop.write({ '1/7': 100, '2/8': 200 });
    await memory.answer(() => prices.all([1], [7, 8]));
    shop.takeLoads();
    expect(await memory.answer(() => prices.all([1, 2], [7, 8]))).toEqual({ '1/7': 100, '2/8': 200 });
    expect(shop.takeLoads()).toEqual(['2/7', '2/8']);
  });

  it('stores nothing outside an answer, inside a transaction or with 0 bytes', async () => {
    await prices.one(1, 7);
    await shop.transactions.snapshot(() => ask());
    await shop.transactions.snapshot(() => ask());
    await memory.past(async () => prices.one(1, 7));
    expect(shop.takeLoads()).toHaveLength(4);
    expect(memory.bytes).toBe(0);
    start(0);
    await ask();
    await ask();
    expect(shop.takeLoads()).toHaveLength(2);
  });

  it('stays within its bytes and evicts the least recently used entry first', async () => {
    start(2_000);
    for (const key of [1, 2, 3, 4]) await ask(1, key);
    await ask(1, 1);
    let key = 5;
    for (; shop.takeLoads().length > 0 && key < 100; key += 1) {
      await ask(1, key);
      await ask(1, 1);
      expect(memory.bytes).toBeLessThanOrEqual(2_000);
    }
    expect(key).toBe(100);
    shop.takeLoads();
    await ask(1, 1);
    expect(shop.takeLoads()).toEqual([]);
    await ask(1, 2);
    expect(shop.takeLoads()).toEqual(['1/2']);
  });

  it('does not store a single result that would evict everything else', async () => {
    shop.write({ '1/7': 100, '2/8': 200 });
    await ask();
    const before = memory.bytes;
    const keys = Array.from({ length: 4_000 }, (_, index) => index + 1);
    shop.takeLoads();
    expect(await memory.answer(() => prices.all([2], keys))).toEqual({ '2/8': 200 });
    expect(memory.bytes).toBe(before);
    shop.takeLoads();
    expect(await ask()).toEqual([100, 1]);
    expect(shop.takeLoads()).toEqual([]);
  });

  it('limits a cache to its own share, so that others keep their entries', async () => {
    start(4_000);
    const apart = shop.cache(memory, { keys: 'product', share: 0.25 });
    await ask();
    shop.takeLoads();
    for (let key = 1; key < 100; key += 1) {
      await memory.answer(() => apart.one(0, key));
      expect(memory.bytes).toBeLessThanOrEqual(4_000);
    }
    shop.takeLoads();
    await ask();
    expect(shop.takeLoads()).toEqual([]);
    await memory.answer(() => apart.one(0, 99));
    expect(shop.takeLoads()).toEqual([]);
    await memory.answer(() => apart.one(0, 1));
    expect(shop.takeLoads()).toEqual(['0/1']);
  });

  it('does not store absent values if its rules exclude them', async () => {
    const tokens = shop.cache(memory, { named: { scope: 'account', idOf: (id) => id }, absence: false });
    await memory.answer(() => tokens.one(0, 'made up'));
    expect(memory.bytes).toBe(0);
  });
});

describe('the change log', () => {
  const cached = async (): Promise<readonly string[]> => {
    shop.takeLoads();
    await memory.answer(() => prices.all([1, 2], [7, 8]));
    return shop.takeLoads();
  };

  it.each([
    ['a customer and a product', change('customer', 1, 7), ['1/7']],
    ['all products of a customer', change('customer', 1), ['1/7', '1/8']],
    ['all customers', change('customer'), ['1/7', '1/8', '2/7', '2/8']],
    ['a product of every customer', change('product', 8, 8), ['1/8', '2/8']],
    ['all products', change('product'), ['1/7', '1/8', '2/7', '2/8']],
    ['everything', change('everything'), ['1/7', '1/8', '2/7', '2/8']],
    ['a list', change('list', 1), []],
    ['settings', change('settings', 1), []],
  ])('evicts exactly what an entry for %s affects', async (_, entry, loaded) => {
    await cached();
    shop.write({}, entry);
    expect(await cached()).toEqual(loaded);
  });

  it('evicts a named record by its id, and every absent name', async () => {
    const products = shop.cache(memory, { named: { scope: 'product', idOf: (id) => id } });
    const look = async (): Promise<readonly string[]> => {
      for (const sku of ['A', 'B', 'C']) await memory.answer(() => products.one(0, sku));
      return shop.takeLoads();
    };
    shop.write({ '0/A': 1, '0/B': 2 });
    expect(await look()).toHaveLength(3);
    shop.write({ '0/B': 4 }, change('product', 2, 2));
    expect(await look()).toEqual(['0/B', '0/C']);
    shop.write({ '0/C': 3 }, change('product', 3, 3));
    expect(await look()).toEqual(['0/C']);
    shop.write({}, change('customer', 1, 2));
    expect(await look()).toEqual([]);
  });

  it('evicts a renamed record, even if a slow load caches its old name', async () => {
    const products = shop.cache(memory, { named: { scope: 'product', idOf: (id) => id } });
    const look = (sku: string) => memory.answer(() => products.one(0, sku));
    shop.write({ '0/old': 1 });
    await look('other');
    const gate = (shop.gate = new Gate());
    const slow = look('old');
    await gate.reached();
    shop.gate = undefined;
    shop.write({ '0/old': undefined, '0/new': 1 }, change('product', 1, 1));
    expect(await look('new')).toBe(1);
    gate.open();
    await slow;
    shop.write({ '0/new': undefined }, change('product', 1, 1));
    expect(await look('new')).toBeUndefined();
  });

  it('clears a cache of list assignments, but not for a product price', async () => {
    const reach = shop.cache(memory, {
      owners: ['customer'],
      cleared: ({ scope, productId }) => scope === 'list' && productId === null,
    });
    const loads = async (): Promise<number> => {
      await memory.answer(() => reach.one(1, 0));
      return shop.takeLoads().length;
    };
    expect(await loads()).toBe(1);
    shop.write({}, change('list', 5, 7), change('customer', 1, 7), change('customer', 2));
    expect(await loads()).toBe(0);
    shop.write({}, change('list', 5));
    expect(await loads()).toBe(1);
    shop.write({}, change('customer', 1));
    expect(await loads()).toBe(1);
  });

  it('evicts everything if it no longer reaches back far enough', async () => {
    await cached();
    shop.write({ '1/7': 5 }, change('customer', 1, 7));
    shop.write({}, change('list', 1));
    shop.keptFrom = 1;
    expect(await cached()).toHaveLength(4);
    expect(await ask()).toEqual([5, 2]);
  });

  it('evicts everything after a restore to an earlier version', async () => {
    shop.write({ '1/7': 5 }, change('customer', 1, 7));
    shop.write({ '1/7': 6 }, change('customer', 1, 7));
    expect(await ask()).toEqual([6, 2]);
    shop.restore(1);
    expect(await ask()).toEqual([5, 1]);
    shop.write({ '1/7': 7 }, change('customer', 1, 7));
    expect(await ask()).toEqual([7, 2]);
  });
});

describe('races', () => {
  it('a slow load never restores a value that a write has evicted', async () => {
    shop.write({ '1/7': 100 }, change('customer', 1, 7));
    const gate = (shop.gate = new Gate());
    const slow = ask();
    await gate.reached();
    shop.gate = undefined;
    shop.write({ '1/7': 200 }, change('customer', 1, 7));
    // A call after the write returns the new price and advances the cache to its version.
    expect(await ask()).toEqual([200, 2]);
    gate.open();
    expect(await slow).toEqual([100, 1]);
    expect(await ask()).toEqual([200, 2]);
  });

  it('a slow load is cached if no write affected its rows', async () => {
    shop.write({ '1/7': 100 }, change('customer', 1, 7));
    const gate = (shop.gate = new Gate());
    const slow = ask();
    await gate.reached();
    shop.gate = undefined;
    shop.write({ '2/7': 1 }, change('customer', 2, 7));
    await ask(2, 7);
    gate.open();
    await slow;
    shop.takeLoads();
    expect(await ask()).toEqual([100, 2]);
    expect(shop.takeLoads()).toEqual([]);
  });

  it('a value loaded twice at the same time is stored and counted once', async () => {
    const gate = (shop.gate = new Gate());
    const slow = ask();
    await gate.reached();
    shop.gate = undefined;
    await ask();
    const once = memory.bytes;
    expect(once).toBeGreaterThan(0);
    gate.open();
    await slow;
    expect(memory.bytes).toBe(once);
  });

  it('a slow load that started before a full eviction is not cached', async () => {
    shop.write({ '1/7': 100 }, change('customer', 1, 7));
    const gate = (shop.gate = new Gate());
    const slow = ask();
    await gate.reached();
    shop.gate = undefined;
    shop.write({ '1/7': 200 }, change('customer', 1, 7));
    shop.keptFrom = 2;
    await ask(9, 9);
    gate.open();
    await slow;
    expect(await ask()).toEqual([200, 2]);
  });

  it('an answer never mixes versions: it loads changed values from its own snapshot', async () => {
    shop.write({ '1/7': 100, '1/8': 100 }, change('customer', 1));
    const both = () =>
      memory.answer(async (version) => [await prices.one(1, 7), await prices.one(1, 8), version] as const);
    const gate = (shop.gate = new Gate());
    const slow = both();
    await gate.reached();
    shop.gate = undefined;
    shop.write({ '1/7': 200, '1/8': 200 }, change('customer', 1));
    expect(await both()).toEqual([200, 200, 2]);
    gate.open();
    expect(await slow).toEqual([100, 100, 1]);
    expect(await both()).toEqual([200, 200, 2]);
  });

  it('an answer starts again if its snapshot is newer than its cached rows', async () => {
    shop.write({ '1/7': 100, '1/8': 100 }, change('customer', 1));
    await ask(1, 7);
    let first = true;
    const answer = await memory.answer(async (version) => {
      const one = await prices.one(1, 7);
      // Between the read of a cached row and the load of another.
      if (first) shop.write({ '1/7': 200, '1/8': 200 }, change('customer', 1));
      first = false;
      return [one, await prices.one(1, 8), version];
    });
    expect(answer).toEqual([200, 200, 2]);
  });
});

describe('the change version', () => {
  it('is read once for all calls that arrive during an earlier read', async () => {
    await ask();
    const gate = (shop.versionGate = new Gate());
    shop.versionsRead = 0;
    const first = ask();
    await gate.reached();
    shop.versionGate = undefined;
    shop.write({ '1/7': 300 }, change('customer', 1, 7));
    const later = [ask(), ask(), ask()];
    gate.open();
    await first;
    for (const answer of later) expect(await answer).toEqual([300, 1]);
    // One for the first call, one shared by the other three, and one for each snapshot that had to load.
    expect(shop.versionsRead).toBeLessThanOrEqual(2 + 4);
  });

  it('is not read again for a request that knows it, unless the cache is older', async () => {
    shop.write({ '1/7': 100 }, change('customer', 1, 7));
    await ask();
    shop.versionsRead = 0;
    await memory.answer(() => prices.one(1, 7), 1);
    expect(shop.versionsRead).toBe(0);
    shop.write({ '1/7': 200 }, change('customer', 1, 7));
    expect(await memory.answer(() => prices.one(1, 7), 2)).toBe(200);
  });

  it('fails for all waiting calls after one hanging read', async () => {
    await ask();
    let giveUp = (): void => undefined;
    const hanging = new Promise<number>((_resolve, reject) => (giveUp = () => reject(new Unavailable(1))));
    const read = jest.spyOn(shop.changes, 'version').mockReturnValue(hanging);
    const waiting = [ask(), ask(), ask()].map((answer) => expect(answer).rejects.toBeInstanceOf(Unavailable));
    giveUp();
    await Promise.all(waiting);
    expect(read).toHaveBeenCalledTimes(1);
    read.mockRestore();
    expect(await ask()).toEqual([undefined, 0]);
  });

  it('is read again after a failed read', async () => {
    const failing = jest.spyOn(shop.changes, 'version').mockRejectedValueOnce(new Error('gone'));
    await expect(ask()).rejects.toThrow('gone');
    failing.mockRestore();
    expect(await ask()).toEqual([undefined, 0]);
  });
});

describe('awaitVersion()', () => {
  const soon = (): Promise<void> => memory.awaitVersion(2, 60_000);

  it('resolves as soon as the version is written', async () => {
    shop.write({ '1/7': 100 }, change('customer', 1, 7));
    const waited = soon();
    shop.write({ '1/7': 200 }, change('customer', 1, 7));
    await waited;
    expect(await ask()).toEqual([200, 2]);
  });

  it('gives up after its time limit and never waits inside a transaction', async () => {
    await memory.awaitVersion(2, 30);
    await shop.transactions.snapshot(soon);
    await expect(shop.changes.version()).resolves.toBe(0);
  });
});
