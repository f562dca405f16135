import { type Client, type Ground, mustHold, Shop, type Stock, stocked } from './shop.js';

const PARALLEL = 50;
const PROCESSES = 2;

interface Contest {
  readonly path: string;
  readonly wrapper: string;
  /** A record whose unique key does not exist yet. */
  readonly record: (round: number, stock: Stock) => object;
  /** Counts the records with that key. */
  readonly found: (client: Client, round: number, stock: Stock) => Promise<number>;
}

const byField = (path: string, field: string, value: (round: number) => string | number): Contest['found'] => {
  return async (client, round) => (await client.all(path, field, value(round))).length;
};

/** If the key has a quantity, quantities distinguish the rounds. */
const byQty = (path: string): Contest['found'] => byField(path, 'qty', (round) => round + 1);

const CONTESTS: readonly Contest[] = [
  {
    path: 'commerce/products',
    wrapper: 'product',
    record: (round) => ({ sku: `RACE-${round}`, name: 'Race' }),
    found: byField('commerce/products', 'sku', (round) => `RACE-${round}`),
  },
  {
    path: 'commerce/customers',
    wrapper: 'customer',
    record: (round) => ({ customer_number: `RACE-${round}`, email: `Race-${round}@example.com` }),
    found: byField('commerce/customers', 'email', (round) => `race-${round}@EXAMPLE.com`),
  },
  {
    path: 'commerce/customerGroups',
    wrapper: 'customerGroup',
    record: (round) => ({ code: `RACE-${round}` }),
    found: byField('commerce/customerGroups', 'code', (round) => `RACE-${round}`),
  },
  {
    path: 'commerce/productTierPrices',
    wrapper: 'productTierPrice',
    // The group is null, and in SQL, NULLs do not violate a unique key.
    record: (round, { skus }) => ({ sku: skus[0], qty: round + 1, value: 1 }),
    found: byQty('commerce/productTierPrices'),
  },
  {
    path: 'pricing/customerprice',
    wrapper: 'customerPrice',
    record: (round, { skus, customerId }) => ({ sku: skus[0], customer_id: customerId, qty: round + 1, value: 1 }),
    found: byQty('pricing/customerprice'),
  },
  {
    path: 'pricing/pricelist',
    wrapper: 'priceList',
    record: (round) => ({ name: `RACE-${round}` }),
    found: byField('pricing/pricelist', 'name', (round) => `RACE-${round}`),
  },
  {
    path: 'pricing/pricelistproduct',
    wrapper: 'priceListProduct',
    record: (round, { skus, listId }) => ({ sku: skus[0], pricelist_id: listId, qty: round + 1, price: 1 }),
    found: byQty('pricing/pricelistproduct'),
  },
];

/**
 * Of 50 equal POST requests sent to two processes at once, exactly one succeeds and all others are refused with the
 * reason.
 */
export const races = async ({ database, random, rounds }: Ground): Promise<string> => {
  const shop = await Shop.open(database, PROCESSES);
  try {
    const stock = await stocked(shop.client, 1);
    for (let round = 0; round < rounds; round += 1) {
      const { path, wrapper, record, found } = random.pick(CONTESTS);
      const body = { [wrapper]: record(round, stock) };
      const replies = await Promise.all(
        Array.from({ length: PARALLEL }, () => random.pick(shop.clients).call('POST', path, body)),
      );
      const replyTexts = replies.map(({ status, body: answer }) => `${status} ${JSON.stringify(answer)}`);
      const lost = replies.filter(({ status }) => status === 400).length;
      const won = replies.filter(({ status }) => status === 200).length;
      mustHold(won === 1 && lost === PARALLEL - 1, `${path}: one wins, the others get 400:\n${replyTexts.join('\n')}`);
      const there = await found(shop.client, round, stock);
      mustHold(there === 1, `${path}: one record is there, not ${there}`);
    }
    return `${rounds} races of ${PARALLEL} equal POSTs at ${PROCESSES} processes`;
  } finally {
    await shop.end('SIGTERM');
  }
};
