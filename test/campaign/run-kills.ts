import { setTimeout as delay } from 'node:timers/promises';
import { unzipSync } from 'fflate';
import { decodeSvg } from '../../libs/codes/index.js';
import { type Client, type Ground, mustHold, Shop } from './shop.js';
import { torment, type Watched } from './torment.js';

const ITEMS_OF_A_ROUND = 150;
const ITEMS_OF_A_RUN = 100_000;
const CODES_AT_ONCE = 100;
const LABELS = 24;
const ASKED_AGAIN_MS = 200;
/** Work of a killed process continues elsewhere within this time (jobs.md, "Workers"). */
const TAKEN_AGAIN_MS = 60_000;
const GTIN = '09524000010018';
const SKU = 'RUN-KILLS';

interface Run {
  readonly uuid: string;
  readonly status: string;
  readonly reserved: number;
  readonly published: number;
  readonly refused: number;
}

/** The example of the newest battery template, in the form for a run. */
const battery = async (client: Client): Promise<object> => {
  const template = (await client.all('dpp/manage/templates', 'code', 'battery')).at(-1);
  const { serial: _serial, ...example } = (template as { readonly example: Readonly<Record<string, unknown>> }).example;
  return { ...example, template_code: 'battery', sku: SKU, gtin: GTIN };
};

/** Waits until the run is published. There must always be progress. Returns the longest pause in milliseconds. */
const published = async (client: Client, uuid: string, items: number, watched: Watched): Promise<number> => {
  let [open, since, longest] = [Infinity, performance.now(), 0];
  for (;;) {
    const run = (await client.good('GET', `dpp/manage/runs/${uuid}`)) as Run;
    watched.open = 2 * items - run.reserved - run.published;
    longest = Math.max(longest, performance.now() - since);
    mustHold(longest < TAKEN_AGAIN_MS, `${watched.open} steps stay open for ${Math.round(longest)} ms`);
    if (run.status === 'published') {
      const summary = `${run.reserved} reserved, ${run.published} published, ${run.refused} refused of ${items}`;
      mustHold(run.reserved === items && run.published === items && run.refused === 0, summary);
      return longest;
    }
    if (watched.open < open) [open, since] = [watched.open, performance.now()];
    await delay(ASKED_AGAIN_MS);
  }
};

/** Checks that the content of a code leads to the page of its own item. */
const mustResolve = async ({ url }: Client, said: string, serial: string): Promise<void> => {
  const link = await fetch(url + new URL(said).pathname, { redirect: 'manual', headers: { accept: 'text/html' } });
  mustHold(link.status === 307, `${said}: ${link.status}`);
  const page = await fetch(url + new URL(link.headers.get('location') ?? '').pathname);
  mustHold(page.status === 200 && (await page.text()).includes(serial), `${said} leads to ${page.status}`);
};

/**
 * A run whose job workers are killed about once per second. Each item is created once, and its code and label resolve.
 */
export const runKills = async ({ database, random, rounds }: Ground): Promise<string> => {
  const shop = await Shop.open({ ...database, settings: { ...database.settings, JOB_WORKERS: '2' } }, 1);
  try {
    const { client } = shop;
    const items = Math.min(rounds * ITEMS_OF_A_ROUND, ITEMS_OF_A_RUN);
    const wish = { passport: await battery(client), pattern: 'K{000001}', count: items };
    const { uuid } = (await client.good('POST', 'dpp/manage/runs', wish)) as Run;
    const watched: Watched = { open: Infinity, isOver: false };
    const tormenting = torment(shop, random, watched, 0);
    let longestMs: number;
    try {
      longestMs = await published(client, uuid, items, watched);
    } finally {
      watched.isOver = true;
    }
    const { kills } = await tormenting;
    mustHold(kills > 0, 'nothing was killed');

    const prefix = 'searchCriteria[filterGroups][0][filters][0]';
    const listed = await client.good('GET', `dpp/passports?${prefix}[field]=sku&${prefix}[value]=${SKU}`);
    mustHold(listed.total_count === items, `${listed.total_count} of ${items} items are public`);
    const headers = { authorization: `Bearer ${shop.token}` };
    const first = Math.max(1, items - CODES_AT_ONCE + 1);
    const codes = await fetch(`${client.url}/rest/V1/dpp/manage/runs/${uuid}/codes.zip?first=${first}`, { headers });
    mustHold(codes.status === 200, `codes: ${codes.status}`);
    const files = Object.entries(unzipSync(new Uint8Array(await codes.arrayBuffer())));
    mustHold(files.length === Math.min(items, CODES_AT_ONCE), `${files.length} codes`);
    for (const [name, file] of files)
      await mustResolve(client, decodeSvg(Buffer.from(file).toString()) ?? '', name.replace(/\.svg$/, ''));
    const labels = await fetch(`${client.url}/rest/V1/dpp/manage/runs/${uuid}/labels.pdf?count=${LABELS}`, { headers });
    mustHold(labels.status === 200 && (await labels.text()).startsWith('%PDF-'), `labels: ${labels.status}`);

    const one = await client.good('GET', `dpp/passport/${SKU}?serial=K000001`);
    const history = JSON.stringify(await client.good('GET', `dpp/manage/passports/${one.passport_id}/history`));
    mustHold(history.split('"published"').length >= 2, history);
    return `${items} items were made once each, beside ${kills} kills; nothing came forward for ${Math.round(longestMs)} ms at most`;
  } finally {
    await shop.end('SIGKILL');
  }
};
