import { performance } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import { openDatabase } from '../../libs/database/index.js';
import { Resources } from '../../libs/records/index.js';
import type { OwnDatabase } from './database.js';
import { throughput } from './load.js';
import { asked, type Requests } from './passports.js';
import { runCommand, startProcess } from './processes.js';
import type { Report } from './report.js';
import type { Load } from './requests.js';
import { median } from './verdict.js';

const RIGHTS = ['_Dpp::manage', '_Dpp::save', '_Dpp::publish'].flatMap((right) => ['--resource', right]);
/** Number of items that are requested repeatedly, as popular items are. */
const ASKED = 997;
/** Number of items that each connection requests among all items, so that hardly any of them is cached. */
const ASKED_OF_ALL = 2_000;
const ASKED_AGAIN_MS = 500;
const ITEMS_LEAST = 300;
const BYTES_MOST = 3 * 1024;
/** Minimum share of the bare echo's requests per second. */
const SHARE_LEAST = 0.5;
/** Minimum requests per second with a grant. */
const GRANTED_LEAST = 1_000;

/** Number of models, and number of items of each model. */
export interface ItemsSize {
  readonly models: number;
  readonly each: number;
}

/** The GTIN of a model, in the prefix that GS1 reserves for examples. */
const gtinOf = (model: number): string => {
  const digits = `0952${String(model).padStart(9, '0')}`;
  const sum = [...digits].reduce((total, digit, index) => total + Number(digit) * (index % 2 === 0 ? 3 : 1), 0);
  return `${digits}${(10 - (sum % 10)) % 10}`;
};

/** All SKUs have the same length, so that none is a prefix of another. */
const skuOf = (model: number): string => `MODEL-${String(model).padStart(3, '0')}`;
const mpnOf = (model: number): string => `MPN-${String(model).padStart(3, '0')}`;
const serialOf = (item: number): string => `SN-27-${String(item).padStart(7, '0')}`;

class Maker {
  constructor(
    private readonly url: string,
    private readonly token: string,
  ) {}

  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- reading a wrong member makes the measurement fail
  async call(method: string, path: string, body?: object): Promise<any> {
    const headers = { authorization: `Bearer ${this.token}`, 'content-type': 'application/json' };
    const sent = body === undefined ? {} : { body: JSON.stringify(body) };
    const response = await fetch(`${this.url}/rest/V1/${path}`, { method, headers, ...sent });
    const text = await response.text();
    if (!response.ok) throw new Error(`${path}: ${response.status} ${text.slice(0, 500)}`);
    return JSON.parse(text);
  }

  /** The example of the battery template, without the data of a single item. */
  async battery(): Promise<object> {
    const filter = 'searchCriteria[filter_groups][0][filters][0]';
    const { items } = await this.call(
      'GET',
      `dpp/manage/templates/search?${filter}[field]=code&${filter}[value]=battery`,
    );
    const { serial: _serial, ...example } = items.at(-1).example as Readonly<Record<string, unknown>>;
    return { ...example, template_code: 'battery', store_id: 0 };
  }

  /**
   * Creates one run for each model. Returns the number of items reserved and published per second, from the first to
   * the last.
   */
  async make({ models, each }: ItemsSize): Promise<number> {
    const battery = await this.battery();
    const began = performance.now();
    const runs: string[] = [];
    for (let model = 0; model < models; model += 1) {
      const passport = { ...battery, sku: skuOf(model), gtin: gtinOf(model), mpn: mpnOf(model) };
      const pattern = serialOf(0).replace(/\d+$/, '{$&}');
      runs.push((await this.call('POST', 'dpp/manage/runs', { passport, pattern, count: each })).uuid as string);
    }
    for (const uuid of runs) {
      for (;;) {
        const { status, published, refused } = await this.call('GET', `dpp/manage/runs/${uuid}`);
        if (refused > 0) throw new Error(`${refused} items were refused`);
        if (status === 'published' && published === each) break;
        await delay(ASKED_AGAIN_MS);
      }
    }
    return (models * each) / ((performance.now() - began) / 1000);
  }
}

/** Size of all rows and indexes of passports on a MySQL or MariaDB server. */
const bytesOfPassports = async ({ settings }: OwnDatabase): Promise<number> => {
  const persistence = await openDatabase(settings['DATABASE_URL'] ?? '', { resources: new Resources([]) });
  try {
    const { database } = persistence;
    const OF = "table_schema = DATABASE() AND table_name LIKE '%passport%'";
    const tables = await database.query<{ name: string }>(
      `SELECT table_name AS name FROM information_schema.tables WHERE ${OF}`,
    );
    for (const { name } of tables) await database.query(`ANALYZE TABLE ${name}`);
    const sizes = await database.query<{ bytes: string | number }>(
      `SELECT data_length + index_length AS bytes FROM information_schema.tables WHERE ${OF}`,
    );
    return sizes.reduce((sum, { bytes }) => sum + Number(bytes), 0);
  } finally {
    await persistence.close();
  }
};

interface Way {
  readonly what: string;
  readonly request: (item: Item) => Requests[number];
  readonly status: number;
}

interface Item {
  readonly model: number;
  readonly serial: string;
}

/**
 * Published items that share their model's data, created by runs over HTTP unless they already exist. They are read by
 * SKU and serial number, by GS1 Digital Link, over `/dpp/v1` and with a grant: first a few items repeatedly, then any
 * of all items. Each measurement alternates with an echo that does nothing and returns as many bytes.
 */
export const measureItems = async (
  report: Report,
  database: OwnDatabase,
  { warmSeconds, seconds, rounds }: Pick<Load, 'warmSeconds' | 'seconds' | 'rounds'>,
  size: ItemsSize,
  isMade = false,
): Promise<void> => {
  const { settings } = database;
  const count = size.models * size.each;
  const token = (
    await runCommand(settings, 'integration', 'create', '--name', `bench-items-${Date.now()}`, ...RIGHTS)
  ).trim();
  // One unfinished job per model.
  const server = await startProcess('src/main', { ...settings, JOBS_PER_CALLER: String(size.models + 1) });
  try {
    const maker = new Maker(server.url, token);
    if (!isMade) {
      report.add({
        what: `runs of serial numbers, ${count} items of ${size.models} models`,
        value: await maker.make(size),
        unit: 'items/s',
        target: { least: ITEMS_LEAST },
      });
    }
    if (database.kind === 'mysql')
      report.add({
        what: 'rows and indexes of an item',
        value: (await bytesOfPassports(database)) / count,
        unit: 'bytes',
        target: { most: BYTES_MOST },
      });
    const wish = { audience: 'legitimate_interest', for: { template: 'battery' }, to: { name: 'Bench', email: 'bench@kontor.test' }, purpose: 'measured', until: new Date(Date.now() + 30 * 86_400_000).toISOString() }; // prettier-ignore
    const { token: grant } = (await maker.call('POST', 'dpp/manage/grants', wish)) as {
      readonly token: string;
    };
    const authorized = { authorization: `Bearer ${grant}` };
    const itemAt = (index: number): Item => ({
      model: index % size.models,
      serial: serialOf(Math.floor(index / size.models)),
    });
    const often = Array.from({ length: ASKED }, (_, at) => itemAt((at * 7919 * 101) % count));
    const anyOfAll = () => Array.from({ length: ASKED_OF_ALL }, () => itemAt(Math.floor(Math.random() * count)));
    const get = (path: string, headers: Record<string, string> = {}) => ({ method: 'GET' as const, path, headers });
    const linkOf = ({ model, serial }: Item) => `/01/${gtinOf(model)}/21/${serial}`;
    const byProduct = (item: Item) =>
      `/dpp/v1/dppsByProductId/${encodeURIComponent(`http://kontor.test${linkOf(item)}`)}`;
    const ways: readonly Way[] = [
      { what: 'by SKU and serial, REST', status: 200, request: ({ model, serial }) => get(`/rest/V1/dpp/passport/${skuOf(model)}?serial=${serial}`) }, // prettier-ignore
      { what: 'by GS1 Digital Link, to its passport', status: 307, request: (item) => get(linkOf(item)) },
      { what: 'by product id, /dpp/v1', status: 200, request: (item) => get(byProduct(item)) },
      { what: 'by grant, /dpp/v1', status: 200, request: (item) => get(byProduct(item), authorized) },
    ];
    for (const way of ways) {
      const requests = often.map(way.request);
      const [first] = requests;
      const answer = await fetch(server.url + (first?.path ?? ''), {
        headers: first?.headers ?? {},
        redirect: 'manual',
      });
      const body = await answer.text();
      const received = body + (answer.headers.get('location') ?? '');
      if (answer.status !== way.status || !(received.includes(often[0]?.serial ?? '-') || way.status === 307))
        throw new Error(`${way.what}: ${answer.status} ${body.slice(0, 300)}`);
      const bare = await startProcess('test/bench/bare', { ...settings, BARE_ANSWER: body === '' ? '{}' : body });
      try {
        const echo = { url: `${bare.url}/echo`, token, bodies: ['{}'] };
        const isGood = (status: number): boolean => status === way.status;
        const isByGrant = way.what.includes('grant');
        // One after the other, because otherwise 64 connections would each read the same item.
        for (const { path, headers } of requests)
          await (await fetch(server.url + path, { headers: headers ?? {}, redirect: 'manual' })).arrayBuffer();
        await throughput(echo, warmSeconds);
        for (const [which, ofConnection] of [
          [`${ASKED} items`, undefined],
          ['any item of all', () => anyOfAll().map(way.request)],
        ] as const) {
          const [found, echoed]: [number[], number[]] = [[], []];
          await asked(server.url, requests, warmSeconds, isGood, ofConnection);
          for (let round = 0; round < rounds; round += 1) {
            found.push(await asked(server.url, requests, seconds, isGood, ofConnection));
            echoed.push((await throughput(echo, seconds)).perSecond);
          }
          const value = median(found);
          const target = isByGrant ? { target: { least: GRANTED_LEAST } } : {};
          report.add({ what: `${which}, ${way.what}`, value, unit: 'requests/s', ...target });
          report.add({
            what: `beside an echo of ${Buffer.byteLength(body)} bytes`,
            value: value / median(echoed),
            unit: 'of it',
            digits: 2,
            ...(isByGrant ? {} : { target: { least: SHARE_LEAST } }),
          });
        }
      } finally {
        await bare.kill('SIGTERM');
      }
    }
  } finally {
    await server.kill('SIGTERM');
  }
};
