// A program whose heap contains only what it measures. Prints how many bytes the heap grows for each byte that `sizeOf`
// reports.
import { Decimal, type CacheKey, sizeOf } from '../../../libs/kernel/index.js';
import { ProcessCacheManager } from '../../../libs/cache/process-cache-manager.js';
import { bytesOfRows, priceRow, type PriceRow } from '../../../libs/pricing/index.js';
import { LoggedShop } from '../logged-shop.js';

const collect = (globalThis as { gc?: () => void }).gc ?? (() => undefined);

const MIB = 1024 * 1024;
const OWNERS = 500;
const KEYS = 40;
const TURNS = 3;

/** Collects garbage until the heap no longer shrinks. */
const used = (): number => {
  let last = Infinity;
  for (;;) {
    collect();
    const now = process.memoryUsage().heapUsed;
    if (now > last - 16 * 1024) return now;
    last = now;
  }
};

const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

/** Creates separate text objects, as a database driver does. */
const text = (parts: readonly string[]): string => JSON.parse(JSON.stringify(parts.join(''))) as string;

const aRow = (id: number): PriceRow =>
  priceRow(
    {
      id,
      qty: text([String(1 + (id % 9)), '.0000']),
      price_application_type: 1,
      price_attribute: null,
      currency: text(['G', 'BP']),
      from_date: text(['2026-01-', String(10 + (id % 20))]),
      to_date: null,
    },
    // Prices differ, but quantities are few. Decimals with the same text are shared.
    text([String(id), '.987654']),
    { recordType: 'customerPrice', parentId: null, name: null, websiteId: 0 },
  );

/** Nothing is released, because memory freed during the next measurement would falsify it. */
const filled: unknown[] = [];

const fillOnce = async <V>(bytes: (value: V) => number, make: (id: number) => V | undefined): Promise<number> => {
  const shop = new LoggedShop();
  const memory = new ProcessCacheManager(shop.changes, shop.transactions, 200 * MIB);
  const cache = memory.cache<V>({ owners: ['customer'], keys: 'product', bytes });
  await memory.answer(async () => cache.recallOne(0, 0, () => Promise.resolve(undefined)));
  filled.push(memory);
  const before = used();
  await memory.answer(async () => {
    for (let owner = 1; owner <= OWNERS; owner += 1) {
      for (let key = 1; key <= KEYS; key += 1) {
        const value = make(owner * KEYS + key);
        await cache.recallOne(owner, key, () => Promise.resolve(value));
      }
    }
  });
  return (used() - before) / memory.bytes;
};

/** The median of several rounds, because code compiled in one of the rounds stays in memory. */
const fill = async <V>(bytes: (value: V) => number, make: (id: number) => V | undefined): Promise<number> => {
  const ratios: number[] = [];
  for (let turn = 0; turn < TURNS; turn += 1) ratios.push(await fillOnce(bytes, make));
  return median(ratios);
};

const run = async (): Promise<void> => {
  const ratios = {
    rows: await fill(bytesOfRows, (id) => [aRow(id), aRow(id + 1)]),
    absence: await fill(bytesOfRows, () => undefined),
    product: await fill<object>(sizeOf, (id) => ({
      id,
      sku: text(['SKU-', String(id)]),
      price: new Decimal(id).div(100),
      cost: null,
      categoryIds: [1, 2, 3],
      attributes: JSON.parse(`{"color":["red","blue${id}"],"size":"L"}`) as object,
    })),
    hits: await fill<ReadonlyMap<CacheKey, number>>(sizeOf, (id) => new Map([[id, 1]])),
  };
  process.stdout.write(JSON.stringify(ratios));
};

void run();
