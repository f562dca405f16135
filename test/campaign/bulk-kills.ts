import { setTimeout as delay } from 'node:timers/promises';
import { type Client, type Ground, mustHold, RuleBroken, Shop, stocked } from './shop.js';

const PRODUCTS = 20;
const ROWS = 400;

/** A call that its sender repeats until it is answered. */
interface Sending {
  readonly key: string;
  readonly name: string;
  answer: string | undefined;
}

const bodyOf = (name: string) => ({
  // The last is refused, so that best effort is told apart from all or nothing.
  records: [...Array.from({ length: ROWS }, (_, row) => ({ name: `${name}-${row}` })), { parent_id: 1 }],
});

const send = async (client: Client, sending: Sending): Promise<void> => {
  const { status, body } = await client.call('POST', 'commerce/categories/bulk', bodyOf(sending.name), {
    'idempotency-key': sending.key,
  });
  mustHold(
    status === 200 && body.created === ROWS && body.failed === 1,
    `a keyed call: ${status} ${JSON.stringify(body).slice(0, 300)}`,
  );
  const answer = JSON.stringify(body);
  mustHold(sending.answer === undefined || sending.answer === answer, 'the same call is answered otherwise');
  sending.answer = answer;
};

/** Sends new calls, one after the other, until the server is gone. */
const sendOn = async (client: Client, sendings: Sending[], fresh: () => string): Promise<void> => {
  for (;;) {
    const name = fresh();
    const sending: Sending = { key: `key-${name}`, name, answer: undefined };
    sendings.push(sending);
    try {
      await send(client, sending);
    } catch (error) {
      if (error instanceof RuleBroken) throw error;
      return;
    }
  }
};

/** However a server is killed: a call that is sent again under its key is done once, whole, and answered the same. */
export const bulkKills = async ({ database, random, rounds }: Ground): Promise<string> => {
  const shop = await Shop.open(database, 1);
  try {
    await stocked(shop.client, PRODUCTS);
    const sendings: Sending[] = [];
    let last = 0;
    const fresh = (): string => `kill-${(last += 1)}`;
    for (let round = 0; round < rounds; round += 1) {
      const writers = Promise.all([1, 2, 3].map(() => sendOn(shop.client, sendings, fresh)));
      await Promise.race([delay(random.whole(50, 700)), writers]);
      await shop.end('SIGKILL');
      await writers;
      await shop.start();
      const open = sendings.filter(({ answer }) => answer === undefined);
      for (const { name } of open) {
        const rows = await shop.client.all('commerce/categories', 'name', `${name}-0`);
        const lasts = await shop.client.all('commerce/categories', 'name', `${name}-${ROWS - 1}`);
        mustHold(rows.length === lasts.length && rows.length <= 1, `half of ${name} is there`);
      }
      for (const sending of [...open, ...sendings.slice(-3)]) await send(shop.client, sending);
      for (const { name } of sendings) {
        const rows = await shop.client.all('commerce/categories', 'name', `${name}-7`);
        mustHold(rows.length === 1, `${name} was done ${rows.length} times`);
      }
    }
    return `${rounds} kills; ${sendings.length} calls were done once each`;
  } finally {
    await shop.end('SIGKILL');
  }
};
