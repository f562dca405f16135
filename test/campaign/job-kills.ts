import { setTimeout as delay } from 'node:timers/promises';
import { openDatabase } from '../../libs/database/index.js';
import { type Client, type Ground, mustHold, Shop } from './shop.js';
import { torment, type Watched } from './torment.js';

const PROCESSES = 2;
/** Calls per round. The long run of 1,000 rounds has 100,000 calls. */
const CALLS_OF_A_ROUND = 100;
const CALLS_OF_A_BULK = 5_000;
/** Share of disturbed processes that are paused; the others are killed. */
const STOPPED_SHARE = 0.1;
const ASKED_AGAIN_MS = 500;
/** Work of a killed or paused process continues elsewhere within this time (jobs.md, "Workers"). */
const TAKEN_AGAIN_MS = 30_000;

interface Answer {
  readonly status: number;
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- reading a wrong member makes the campaign fail
  readonly body: any;
}

const accept = async ({ url }: Client, token: string, path: string, verb: string, calls: readonly object[]) => {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const response = await fetch(`${url}/rest/async/bulk/V1/${path}`, {
    method: verb,
    headers,
    body: JSON.stringify(calls),
  });
  const answer: Answer = { status: response.status, body: await response.json() };
  mustHold(
    answer.status === 202 && answer.body.errors === false,
    `${answer.status} ${JSON.stringify(answer.body).slice(0, 300)}`,
  );
  return answer.body.bulk_uuid as string;
};

/** Waits until no call is open. There must always be progress. Returns the longest pause in milliseconds. */
const settled = async (client: Client, uuids: readonly string[], watched: Watched): Promise<number> => {
  let [open, since, longest] = [Infinity, performance.now(), 0];
  for (;;) {
    let now = 0;
    for (const uuid of uuids) now += (await client.good('GET', `bulk/${uuid}/operation-status/4`)) as number;
    watched.open = now;
    longest = Math.max(longest, performance.now() - since);
    mustHold(longest < TAKEN_AGAIN_MS, `${now} calls stay open for ${Math.round(longest)} ms`);
    if (now === 0) return longest;
    if (now < open) [open, since] = [now, performance.now()];
    await delay(ASKED_AGAIN_MS);
  }
};

const countOf = async (client: Client, name: string): Promise<number> => {
  const prefix = 'searchCriteria[filterGroups][0][filters][0]';
  const filter = `${prefix}[field]=name&${prefix}[value]=${name}&${prefix}[conditionType]=like`;
  return (await client.good('GET', `commerce/categories/search?${filter}&searchCriteria[pageSize]=1`))
    .total_count as number;
};

/**
 * Checks the change log of records: each created record is in it once, each deleted one twice, and no other.
 * Transactions with more than a thousand records are logged as "categories" without IDs, so their records are not
 * counted.
 */
const mustBeLoggedOnce = async (
  { settings }: Ground['database'],
  { made, spared }: { readonly made: readonly number[]; readonly spared: readonly number[] },
): Promise<void> => {
  const persistence = await openDatabase(settings['DATABASE_URL'] ?? '', {});
  try {
    const rows = await persistence.database.query<{ scope_id: number | null; n: number }>(
      "SELECT scope_id, COUNT(*) AS n FROM change_log WHERE scope = 'category' GROUP BY scope_id",
    );
    const logged = new Map(rows.map(({ scope_id, n }) => [scope_id, Number(n)]));
    const isCoarse = logged.delete(null);
    const mustBeLogged = (id: number, times: number): void => {
      const found = logged.get(id) ?? 0;
      mustHold(isCoarse ? found <= times : found === times, `the category ${id} was changed ${found} times`);
      logged.delete(id);
    };
    for (const id of made) mustBeLogged(id, 1);
    for (const id of spared) mustBeLogged(id, 2);
    mustHold(logged.size === 0, `${logged.size} other categories were changed`);
  } finally {
    await persistence.close();
  }
};

/**
 * Two servers whose job workers are killed, or paused for longer than their lease, about once per second. Each accepted
 * call takes effect once, and the calls of a bulk in order.
 */
export const jobKills = async ({ database, random, rounds }: Ground): Promise<string> => {
  const shop = await Shop.open({ ...database, settings: { ...database.settings, JOB_WORKERS: '2' } }, PROCESSES);
  try {
    const [client] = shop.clients as [Client];
    const calls = rounds * CALLS_OF_A_ROUND;
    const uuids: string[] = [];
    const watched: Watched = { open: Infinity, isOver: false };
    // Calls in groups. Every tenth call is processed one by one, which takes longer.
    const singles: string[] = [];
    const spared: number[] = [];
    for (let at = 0; at < calls / 10; at += 1)
      spared.push(
        (await client.good('POST', 'commerce/categories', { category: { name: `gone-${at}` } })).id as number,
      );
    for (let from = 0; from < calls; from += CALLS_OF_A_BULK) {
      const names = Array.from({ length: Math.min(CALLS_OF_A_BULK, calls - from) }, (_, at) => `kept-${from + at}`);
      const bulk = names.map((name) => ({ category: { name } }));
      uuids.push(await accept(random.pick(shop.clients), shop.token, 'commerce/categories', 'POST', bulk));
    }
    for (let from = 0; from < spared.length; from += CALLS_OF_A_BULK)
      singles.push(
        await accept(
          random.pick(shop.clients),
          shop.token,
          'commerce/categories/byId',
          'DELETE',
          spared.slice(from, from + CALLS_OF_A_BULK).map((id) => ({ id })),
        ),
      );
    const tormenting = torment(shop, random, watched, STOPPED_SHARE);
    let longestMs: number;
    try {
      longestMs = await settled(client, [...uuids, ...singles], watched);
    } finally {
      watched.isOver = true;
    }
    const { kills, stops } = await tormenting;
    // A call that runs twice would not find its record, or would create a second one.
    for (const uuid of [...uuids, ...singles])
      for (const status of [2, 3, 5])
        mustHold(
          (await client.good('GET', `bulk/${uuid}/operation-status/${status}`)) === 0,
          `some of ${uuid} are ${status}`,
        );
    mustHold(
      (await countOf(client, 'kept-%25')) === calls,
      `${await countOf(client, 'kept-%25')} of ${calls} records are there`,
    );
    mustHold((await countOf(client, 'gone-%25')) === 0, 'some records are still there');
    const made: number[] = [];
    for (const uuid of uuids) {
      const { operations_list } = await client.good('GET', `bulk/${uuid}/detailed-status`);
      const ids = operations_list.map(
        ({ result_serialized_data }: { readonly result_serialized_data: string }) =>
          (JSON.parse(result_serialized_data) as { readonly id: number }).id,
      ) as readonly number[];
      mustHold(
        ids.every((id, at) => at === 0 || id > (ids[at - 1] ?? 0)),
        `${uuid} was not done in its order`,
      );
      for (const id of ids) made.push(id);
    }
    await mustBeLoggedOnce(database, { made, spared });
    mustHold(kills > 0, 'nothing was killed');
    mustHold(stops > 0, 'nothing was stopped');
    return (
      `${calls + spared.length} calls were done once each, beside ${kills} kills and ${stops} stops; ` +
      `nothing came forward for ${Math.round(longestMs)} ms at most`
    );
  } finally {
    await shop.end('SIGKILL');
  }
};
