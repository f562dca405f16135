import { type Client, type Ground, mustHold, Shop, type Stock, stocked } from './shop.js';

const PROCESSES = 2;
const PRODUCTS = 60;
const WRITERS = 3;
const READERS = 6;

/** Sets all rows of the list to one price in one bulk write. */
const writeAll = async (client: Client, ids: readonly number[], price: number): Promise<void> => {
  const priceListProducts = ids.map((id) => ({ id, price }));
  const { status, body } = await client.call('PUT', 'pricing/pricelistproductbulk', { priceListProducts });
  // Writers that conflict repeatedly can be refused, but never after half of their work is stored.
  mustHold(status === 200 || status === 503, `a bulk write: ${status} ${JSON.stringify(body)}`);
};

const distinct = (prices: readonly number[]): string => [...new Set(prices)].join(', ');

const readList = async (client: Client, { listId }: Stock): Promise<void> => {
  const prices = (await client.all('pricing/pricelistproduct', 'pricelist_id', listId)).map(({ price }) => price);
  mustHold(
    prices.length === PRODUCTS && new Set(prices).size === 1,
    `a search shows one bulk write: ${distinct(prices)}`,
  );
};

const readPrices = async (client: Client, { skus, customerId }: Stock): Promise<void> => {
  const { items } = await client.good('POST', 'pricing/get-multi-price', { skus, customer_id: customerId });
  const prices: readonly number[] = items.map((item: { readonly final_price: number }) => item.final_price);
  const versions = new Set(items.map((item: { readonly pricing_version: number }) => item.pricing_version));
  mustHold(
    prices.length === PRODUCTS && new Set(prices).size === 1 && versions.size === 1,
    `an answer is of one version: prices ${distinct(prices)}, versions ${[...versions].join(', ')}`,
  );
};

/** While lists are written in bulk, no reader at any process ever sees parts of two writes. */
export const halves = async ({ database, random, rounds }: Ground): Promise<string> => {
  const shop = await Shop.open(database, PROCESSES);
  try {
    const stock = await stocked(shop.client, PRODUCTS);
    const priceListProducts = stock.skus.map((sku) => ({ sku, pricelist_id: stock.listId, price: 1 }));
    const made: readonly { readonly id: number }[] = await shop.client.good('POST', 'pricing/pricelistproductbulk', {
      priceListProducts,
    });
    const ids = made.map(({ id }) => id);
    let writing = true;
    const write = async (): Promise<void> => {
      for (let round = 0; round < rounds; round += 1) {
        await writeAll(random.pick(shop.clients), ids, random.whole(1, 900));
      }
    };
    let reads = 0;
    const read = async (): Promise<void> => {
      do {
        await random.pick([readList, readPrices])(random.pick(shop.clients), stock);
        reads += 1;
      } while (writing);
    };
    const readers = Promise.all(Array.from({ length: READERS }, read));
    const writers = Promise.all(Array.from({ length: WRITERS }, write)).finally(() => (writing = false));
    await Promise.all([writers, readers]);
    return `${rounds * WRITERS} bulk writes of ${PRODUCTS} rows, ${reads} reads beside them`;
  } finally {
    await shop.end('SIGTERM');
  }
};
