import { setTimeout as delay } from 'node:timers/promises';
import type { Random } from './random.js';
import { type Client, type Ground, mustHold, type Reply, RuleBroken, Shop, stocked } from './shop.js';

const PRODUCTS = 20;
/** Enough rows for several groups in a call that is stored in groups. */
const ROWS = 1_200;
const PATH = 'commerce/categories';

/** Kinds of writes: a call stored in groups, a call stored completely or not at all, or a single record. */
const KINDS = ['best_effort', 'all_or_nothing', 'single'] as const;
type Sort = (typeof KINDS)[number];

/** A call that its sender repeats until it gets a response. */
interface Sending {
  readonly sort: Sort;
  readonly key: string;
  readonly name: string;
  answer: string | undefined;
}

const rowsOf = (name: string) => Array.from({ length: ROWS }, (_, row) => ({ name: `${name}-${row}` }));

const sent = (client: Client, { sort, name, key }: Sending): Promise<Reply> => {
  const headers = { 'idempotency-key': key };
  if (sort === 'single') return client.call('POST', PATH, { category: { name: `${name}-0` } }, headers);
  // The last row is refused, so that best effort and all-or-nothing have different results.
  const records = sort === 'best_effort' ? [...rowsOf(name), { parent_id: 1 }] : rowsOf(name);
  return client.call('POST', `${PATH}/bulk?mode=${sort}`, { records }, headers);
};

/** Checks that the response is complete, whatever was cut off before it. */
const mustBeWhole = ({ sort, name }: Sending, { status, body }: Reply): void => {
  const story = (): string => `${sort}: ${status} ${JSON.stringify(body).slice(0, 300)}`;
  if (sort === 'single') {
    mustHold(status === 200 && body.name === `${name}-0`, story());
    return;
  }
  const failed = sort === 'best_effort' ? 1 : 0;
  mustHold(status === 200 && body.created === ROWS && body.failed === failed, story());
  const items = body.items as readonly { readonly index: number; readonly id: number | null }[];
  mustHold(items.length === ROWS + failed && items.every(({ index }, position) => index === position), story());
  mustHold(new Set(items.map(({ id }) => id)).size === ROWS + failed, `an id is told twice: ${story()}`);
};

const send = async (client: Client, sending: Sending): Promise<void> => {
  const reply = await sent(client, sending);
  mustBeWhole(sending, reply);
  const answer = JSON.stringify([reply.body, reply.version]);
  mustHold(sending.answer === undefined || sending.answer === answer, 'the same call is answered otherwise');
  sending.answer = answer;
};

/** Sends new calls, one after the other, until the server has ended. */
const sendOn = async (client: Client, sendings: Sending[], sort: Sort, fresh: () => string): Promise<void> => {
  for (;;) {
    const name = fresh();
    const sending: Sending = { sort, key: `key-${name}`, name, answer: undefined };
    sendings.push(sending);
    try {
      await send(client, sending);
    } catch (error) {
      if (error instanceof RuleBroken) throw error;
      return;
    }
  }
};

/** The rows of a call that are stored. */
const stored = async (client: Client, name: string): Promise<readonly number[]> => {
  const rows: number[] = [];
  for (let page = 1; ; page += 1) {
    const filter = '[filterGroups][0][filters][0]';
    const query =
      `searchCriteria${filter}[field]=name&searchCriteria${filter}[conditionType]=like` +
      `&searchCriteria${filter}[value]=${name}-%25&searchCriteria[currentPage]=${page}` +
      '&searchCriteria[sortOrders][0][field]=id&searchCriteria[sortOrders][0][direction]=ASC';
    const { items, total_count } = await client.good('GET', `${PATH}/search?${query}`);
    for (const item of items as readonly { readonly name: string }[]) rows.push(Number(item.name.split('-').at(-1)));
    if (items.length === 0 || rows.length >= total_count) return rows;
  }
};

/**
 * Checks what an interrupted call has stored: its first rows in order, once each; all or none if the call is one
 * transaction.
 */
const mustBeItsBeginning = async (client: Client, { sort, name }: Sending): Promise<void> => {
  const rows = await stored(client, name);
  mustHold(
    rows.every((row, index) => row === index),
    `${sort} ${name}: other rows than its first ones are there`,
  );
  const whole = sort === 'single' ? 1 : ROWS;
  const isOne = sort !== 'best_effort';
  mustHold(!isOne || rows.length === 0 || rows.length === whole, `half of ${sort} ${name} is there`);
};

const round = async (shop: Shop, sendings: Sending[], random: Random, fresh: () => string): Promise<void> => {
  const writers = Promise.all(KINDS.map((sort) => sendOn(shop.client, sendings, sort, fresh)));
  await Promise.race([delay(random.whole(50, 900)), writers]);
  await shop.end('SIGKILL');
  await writers;
  await shop.start();
  const open = sendings.filter(({ answer }) => answer === undefined);
  for (const sending of open) await mustBeItsBeginning(shop.client, sending);
  for (const sending of [...open, ...sendings.slice(-3)]) await send(shop.client, sending);
  for (const { sort, name } of [...open, ...sendings.slice(-6)]) {
    const rows = await stored(shop.client, name);
    const whole = sort === 'single' ? 1 : ROWS;
    mustHold(rows.length === whole && new Set(rows).size === whole, `${name}: ${rows.length} of ${whole} are there`);
  }
};

/**
 * Kills servers in any way. A call repeated under its idempotency key continues where it stopped, takes effect once,
 * and gets the same complete response.
 */
export const bulkKills = async ({ database, random, rounds }: Ground): Promise<string> => {
  const shop = await Shop.open(database, 1);
  try {
    await stocked(shop.client, PRODUCTS);
    const sendings: Sending[] = [];
    let last = 0;
    const fresh = (): string => `kill-${(last += 1)}`;
    for (let count = 0; count < rounds; count += 1) await round(shop, sendings, random, fresh);
    return `${rounds} kills; ${sendings.length} calls were done once each`;
  } finally {
    await shop.end('SIGKILL');
  }
};
