import { type Client, type Ground, mustHold, Shop, stocked } from './shop.js';

const PROCESSES = 2;
/** Below every initial price of the shop. */
const LOWEST_CENTS = 89_999;

/**
 * Two processes: writes go to one, and reads immediately to the other, which is sometimes paused (SIGSTOP) during the
 * write with a request in progress, and then resumed (SIGCONT). No price is older than the write.
 */
export const paused = async ({ database, random, rounds }: Ground): Promise<string> => {
  const shop = await Shop.open(database, PROCESSES);
  try {
    const [writer, reader] = shop.clients as [Client, Client];
    const { skus, customerId, listId } = await stocked(writer, 2);
    const made: { path: string; wrapper: string; field: string; id: number }[] = [];
    for (const sku of skus) {
      const customerPrice = { sku, customer_id: customerId, value: 900 };
      const priceListProduct = { sku, pricelist_id: listId, price: 900 };
      const [own, row] = [
        await writer.good('POST', 'pricing/customerprice', { customerPrice }),
        await writer.good('POST', 'pricing/pricelistproduct', { priceListProduct }),
      ];
      made.push({ path: 'pricing/customerprice', wrapper: 'customerPrice', field: 'value', id: own.id });
      made.push({ path: 'pricing/pricelistproduct', wrapper: 'priceListProduct', field: 'price', id: row.id });
    }
    const ask = (sku: string) => reader.good('POST', 'pricing/get-final-price', { sku, customer_id: customerId });
    let pauses = 0;
    for (let round = 0; round < rounds; round += 1) {
      const stops = random.next() < 0.1;
      if (stops) {
        pauses += 1;
        await ask(random.pick(skus));
        shop.signal(1, 'SIGSTOP');
      }
      // Sent before the write. It may return the old price, but must not put it back into the cache.
      const early = stops ? ask(random.pick(skus)) : undefined;
      // The lowest price so far, so that it is the one that applies.
      const price = Number(((LOWEST_CENTS - round) / 100).toFixed(2));
      const { path, wrapper, field, id } = random.pick(made);
      const { version } = await writer.call('PUT', `${path}/${id}`, { [wrapper]: { [field]: price } });
      if (stops) shop.signal(1, 'SIGCONT');
      const index = Math.floor(made.findIndex((one) => one.id === id && one.path === path) / 2);
      const sku = skus[index] ?? '';
      const answer = await ask(sku);
      mustHold(
        answer.unit_price === Number(price.toFixed(2)) && answer.pricing_version >= (version ?? 0),
        `round ${round}: ${path} ${id} is ${price} since ${version}, not ${answer.unit_price} of ${answer.pricing_version}`,
      );
      await early;
    }
    return `${rounds} writes at one process, read at the other, which was stopped ${pauses} times`;
  } finally {
    shop.signal(1, 'SIGCONT');
    await shop.end('SIGTERM');
  }
};
