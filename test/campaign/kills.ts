import { setTimeout as delay } from 'node:timers/promises';
import { type Client, type Ground, mustHold, RuleBroken, Shop, type Stock, stocked } from './shop.js';

const WRITERS = 6;
const PRODUCTS = 40;

/** Writes that a server confirmed with 200 before it was killed. */
interface Answered {
  readonly categories: { readonly id: number; readonly name: string }[];
  /** Quantities that identify the bulk writes. */
  readonly bulks: Set<number>;
  /** Quantities of all bulk writes that were sent. */
  readonly tried: Set<number>;
  version: number;
}

interface Writer {
  readonly client: Client;
  readonly stock: Stock;
  readonly answered: Answered;
  /** Returns a unique number. */
  readonly fresh: () => number;
}

const note = (answered: Answered, version: number | undefined): void => {
  answered.version = Math.max(answered.version, version ?? 0);
};

const writeCategory = async ({ client, answered, fresh }: Writer): Promise<void> => {
  const name = `kill-${fresh()}`;
  const { status, body, version } = await client.call('POST', 'commerce/categories', { category: { name } });
  mustHold(status === 200, `a category: ${status} ${JSON.stringify(body)}`);
  answered.categories.push({ id: body.id, name });
  note(answered, version);
};

const writeBulk = async ({ client, stock, answered, fresh }: Writer): Promise<void> => {
  const qty = fresh();
  const priceListProducts = stock.skus.map((sku) => ({ sku, pricelist_id: stock.listId, qty, price: 1 }));
  answered.tried.add(qty);
  const { status, body, version } = await client.call('POST', 'pricing/pricelistproductbulk', { priceListProducts });
  mustHold(status === 200, `a bulk write: ${status} ${JSON.stringify(body)}`);
  answered.bulks.add(qty);
  note(answered, version);
};

/** Writes until the server has ended. */
const writeOn = async (writer: Writer, writerIndex: number): Promise<void> => {
  for (let count = writerIndex; ; count += 1) {
    try {
      await (count % 3 === 0 ? writeBulk : writeCategory)(writer);
    } catch (error) {
      if (error instanceof RuleBroken) throw error;
      return;
    }
  }
};

const check = async (client: Client, { listId }: Stock, answered: Answered): Promise<void> => {
  for (const { id, name } of answered.categories) {
    const { status, body } = await client.call('GET', `commerce/categories/${id}`);
    mustHold(status === 200 && body.name === name, `category ${id} was answered and is there: ${status}`);
  }
  const rows = await client.all('pricing/pricelistproduct', 'pricelist_id', listId);
  const counts = new Map<number, number>();
  for (const { qty } of rows) counts.set(qty, (counts.get(qty) ?? 0) + 1);
  for (const qty of answered.tried) {
    const count = counts.get(qty) ?? 0;
    mustHold(count === PRODUCTS || (count === 0 && !answered.bulks.has(qty)), `bulk ${qty} has ${count} rows`);
  }
  // A write after the restart gets a version after all confirmed ones.
  const { version = 0 } = await client.call('POST', 'pricing/pricelist', {
    priceList: { name: `after-${answered.version}` },
  });
  mustHold(version > answered.version, `version ${version} comes after ${answered.version}`);
};

/**
 * Kills a server in any way while it writes. Everything it confirmed with 200 is stored afterwards, and nothing is half
 * stored.
 */
export const kills = async ({ database, random, rounds }: Ground): Promise<string> => {
  const shop = await Shop.open(database, 1);
  try {
    const stock = await stocked(shop.client, PRODUCTS);
    const answered: Answered = { categories: [], bulks: new Set(), tried: new Set(), version: 0 };
    let last = 0;
    const fresh = (): number => (last += 1);
    for (let round = 0; round < rounds; round += 1) {
      const writer = { client: shop.client, stock, answered, fresh };
      const writers = Promise.all(Array.from({ length: WRITERS }, (_, writerIndex) => writeOn(writer, writerIndex)));
      await Promise.race([delay(random.whole(50, 800)), writers]);
      await shop.end('SIGKILL');
      await writers;
      await shop.start();
      await check(shop.client, stock, answered);
    }
    const { categories, bulks, tried } = answered;
    return `${rounds} kills; ${categories.length} records and ${bulks.size} of ${tried.size} bulk writes were answered, all are there`;
  } finally {
    await shop.end('SIGKILL');
  }
};
