import { setTimeout as delay } from 'node:timers/promises';
import { WebhookReceiver } from '../support/webhook-receiver.js';
import { type Client, type Ground, mustHold, Shop } from './shop.js';

const PRODUCTS_OF_A_ROUND = 20;
/** Number of changes of each product. Its creation is an additional event. */
const CHANGES = 4;
const LOOK_MS = 250;
/** Longer than the lease of a dead server and the pauses for an unavailable receiver. */
const PATIENCE_MS = 240_000;

/** Repeats a write until it is confirmed with 200, because a killed server may or may not have stored it. */
const written = async (work: () => Promise<unknown>): Promise<void> => {
  for (;;) {
    try {
      await work();
      return;
    } catch {
      await delay(100);
    }
  }
};

/** Makes all changes of a round, and those of each product in order. */
const write = async (shop: Shop, round: number): Promise<readonly string[]> => {
  const skus = Array.from({ length: PRODUCTS_OF_A_ROUND }, (_, index) => `WK-${round}-${index}`);
  for (const sku of skus) {
    let id = 0;
    await written(async () => {
      const found = await shop.client.all('commerce/products', 'sku', sku);
      id = (
        found[0] ?? (await shop.client.good('POST', 'commerce/products', { product: { sku, name: '0', price: 1 } }))
      ).id as number;
    });
    for (let change = 1; change <= CHANGES; change += 1)
      await written(() => shop.client.good('PUT', `commerce/products/${id}`, { product: { name: String(change) } }));
  }
  return skus;
};

/** The names of a product according to its events, one for each event. */
const namesOf = (receiver: WebhookReceiver, sku: string): readonly string[] => {
  const seen = new Set<string>();
  const names: string[] = [];
  for (const { id, data } of receiver.received) {
    if (data['key'] !== sku || seen.has(id)) continue;
    seen.add(id);
    names.push((data['changes'] as { readonly name: readonly [unknown, string] }).name[1]);
  }
  return names;
};

const secretOf = async (client: Client, url: string): Promise<string> => {
  const { id } = await client.good('POST', 'webhooks', {
    webhook: { url, events: ['product.created', 'product.updated'], filter: ['WK-*'] },
  });
  return client.good('POST', `webhooks/${id}/rotate`);
};

/**
 * Kills servers and receivers while events are sent. No event is lost, the events of each product arrive in order, and
 * an event keeps its ID.
 */
export const webhookKills = async ({ database, random, rounds }: Ground): Promise<string> => {
  const shop = await Shop.open(
    {
      ...database,
      settings: { ...database.settings, PUBLIC_BASE_URL: 'http://localhost:3000', SECRETS_KEY: 'ab'.repeat(32) },
    },
    1,
  );
  const receiver = await new WebhookReceiver().start();
  let refused = 0;
  receiver.answer = () => (random.whole(1, 20) === 1 ? ((refused += 1), random.whole(1, 2) === 1 ? 500 : 0) : 200);
  let [kills, isOver] = [0, false];
  try {
    receiver.secret = await secretOf(shop.client, receiver.url);
    const tormenting = (async () => {
      while (!isOver) {
        await delay(1_000 + random.whole(0, 2_000));
        kills += 1;
        if (random.whole(1, 4) === 1) {
          await shop.end('SIGKILL');
          await shop.start();
        } else {
          await receiver.stop();
          await delay(random.whole(0, 500));
          await receiver.start();
        }
      }
    })();
    const skus: string[] = [];
    for (let round = 0; round < rounds; round += 1) skus.push(...(await write(shop, round)));
    isOver = true;
    await tormenting;
    const expected = Array.from({ length: CHANGES + 1 }, (_, change) => String(change)).join();
    const missing = (): readonly string[] => skus.filter((sku) => namesOf(receiver, sku).join() !== expected);
    for (const end = performance.now() + PATIENCE_MS; missing().length > 0 && performance.now() < end;)
      await delay(LOOK_MS);
    mustHold(
      missing().length === 0,
      `${missing().length}: ${missing()[0]} told ${namesOf(receiver, missing()[0] ?? '').join()}`,
    );
    mustHold(receiver.falsified.length === 0, `${receiver.falsified.length} signatures are false`);
    const twice = receiver.received.length - new Set(receiver.received.map(({ id }) => id)).size;
    return `${skus.length * (CHANGES + 1)} events came, ${twice} of them again, beside ${kills} kills and ${refused} refusals`;
  } finally {
    isOver = true;
    await receiver.stop();
    await shop.end('SIGKILL');
  }
};
