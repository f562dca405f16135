import { type Client, type Ground, type Reply, mustHold, Shop, stocked } from './shop.js';
import type { Random } from './random.js';

const PROCESSES = 2;
const PRODUCTS = 30;
const CALLS = 4;

const shuffled = <T>(random: Random, items: readonly T[]): readonly T[] =>
  items
    .map((item) => [random.next(), item] as const)
    .sort(([one], [other]) => one - other)
    .map(([, item]) => item);

const counted = ({ body }: Reply): number => body.created + body.updated + body.unchanged;

type Mode = 'best_effort' | 'all_or_nothing';

/**
 * Sends the same rows at once in different orders. Each record is created once by the first call, and the others change
 * it. A call that is one transaction stores all of its rows or none. Best-effort calls can alternate row by row.
 */
const upsertRace = async (
  shop: Shop,
  random: Random,
  skus: readonly string[],
  qty: number,
  mode: Mode,
): Promise<void> => {
  const rows = skus.map((sku) => ({ sku, customer_number: 'campaign', qty, value: 1 }));
  const calls = Array.from({ length: CALLS }, (_, call) => ({
    records: shuffled(random, rows).map((row) => ({ ...row, value: call + 1 })),
  }));
  const replies = await Promise.all(
    calls.map((body) => random.pick(shop.clients).call('POST', `pricing/customerprice/bulk?mode=${mode}`, body)),
  );
  for (const reply of replies) {
    const { status, body } = reply;
    mustHold(status === 200 && counted(reply) === rows.length, `a race of upserts: ${status} ${JSON.stringify(body)}`);
  }
  const created = replies.reduce((sum, { body }) => sum + body.created, 0);
  mustHold(created === rows.length, `${created} of ${rows.length} were created`);
  const stored = await shop.client.all('pricing/customerprice', 'qty', qty);
  mustHold(stored.length === rows.length, `${stored.length} of ${rows.length} are there`);
  const values = new Set(stored.map(({ value }: { readonly value: number }) => value));
  const isWhole = mode === 'best_effort' ? values.size <= CALLS : values.size === 1;
  mustHold(isWhole, `rows of ${[...values].join()} lie side by side`);
};

/**
 * A call sent several times at once under one idempotency key takes effect once, and all senders get the same response.
 */
const keyedRace = async (shop: Shop, random: Random, name: string): Promise<void> => {
  const body = { records: [{ name: `${name}-a` }, { name: `${name}-b` }, { name: 5, parent_id: 'x' }] };
  const headers = { 'idempotency-key': name };
  const send = (client: Client) => client.call('POST', 'commerce/categories/bulk', body, headers);
  const replies = await Promise.all(Array.from({ length: CALLS }, () => send(random.pick(shop.clients))));
  const [first] = replies;
  for (const { status, body: answer } of replies) {
    const isSame = JSON.stringify(answer) === JSON.stringify(first?.body);
    mustHold(
      status === 200 && isSame && answer.created === 2,
      `a race of one key: ${status} ${JSON.stringify(answer)}`,
    );
  }
  const stored = await shop.client.all('commerce/categories', 'name', `${name}-a`);
  mustHold(stored.length === 1, `${stored.length} records of one call`);
};

/** Exactly the counted records are deleted while others write. A deletion by count deletes all of them or none. */
const deletionRace = async (shop: Shop, random: Random, skus: readonly string[], qty: number): Promise<void> => {
  const filter = `searchCriteria[filterGroups][0][filters][0][field]=qty&searchCriteria[filterGroups][0][filters][0][value]=${qty}`;
  const path = 'pricing/customerprice/bulk';
  const more = skus.map((sku) => ({ sku, customer_number: 'campaign', qty, value: 9, currency: 'GBP' }));
  const [removed, added] = await Promise.all([
    random.pick(shop.clients).call('DELETE', `${path}?${filter}&confirm=${skus.length}`),
    random.pick(shop.clients).call('POST', path, { records: more }),
  ]);
  mustHold(added.status === 200 && added.body.created === more.length, `added: ${JSON.stringify(added.body)}`);
  mustHold(
    removed.status === 200 || removed.status === 409,
    `removed: ${removed.status} ${JSON.stringify(removed.body)}`,
  );
  const left = (await shop.client.all('pricing/customerprice', 'qty', qty)).length;
  const expected = removed.status === 200 ? more.length : 2 * more.length;
  mustHold(left === expected, `${left} of ${expected} are left after ${removed.status}`);
};

/**
 * Sends bulk calls at once to two processes. No record is created twice, nothing is half stored, and no response is
 * 5xx.
 */
export const bulkRaces = async ({ database, random, rounds }: Ground): Promise<string> => {
  const shop = await Shop.open(database, PROCESSES);
  try {
    const { skus } = await stocked(shop.client, PRODUCTS);
    for (let round = 0; round < rounds; round += 1) {
      await upsertRace(shop, random, skus, round + 1, 'best_effort');
      await upsertRace(shop, random, skus, round + 1001, 'all_or_nothing');
      await keyedRace(shop, random, `round-${round}`);
      await deletionRace(shop, random, skus, round + 1);
    }
    return `${rounds} rounds of ${CALLS} calls at once`;
  } finally {
    await shop.end('SIGKILL');
  }
};
