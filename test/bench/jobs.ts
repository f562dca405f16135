import { performance } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import type { OwnDatabase } from './database.js';
import { runCommand, startProcess } from './processes.js';
import type { Report } from './report.js';
import { median, quantile } from './verdict.js';

const CUSTOMERS = 1_000;
const PRODUCTS = 2_000;
const ROWS_OF_A_CALL = 5_000;
const RIGHTS = ['_Commerce::save', '_Commerce::manage', '_Customerprice::save', '_Pricing::calculate'];
/** Minimum share of the synchronous bulk's rows per second, counted from the last 202. */
const THROUGHPUT_LEAST = 0.8;
/**
 * Price requests per second, duration of the run without jobs, and the factor by which the slowest of twenty requests
 * may become slower.
 */
const ASKED_PER_SECOND = 100;
const IDLE_SECONDS = 10;
const SLOWER_MOST = 2;
const ASKED_AGAIN_MS = 250;

interface Target {
  readonly url: string;
  readonly token: string;
}

interface Answered {
  readonly status: number;
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- the values that are read are compared at once
  readonly body: any;
}

const call = async ({ url, token }: Target, verb: string, path: string, body?: string): Promise<Answered> => {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const response = await fetch(`${url}/rest/${path}`, {
    method: verb,
    headers,
    ...(body === undefined ? {} : { body }),
  });
  return { status: response.status, body: await response.json() };
};

const mustBe = ({ status, body }: Answered, expected: number): unknown => {
  if (status !== expected) throw new Error(`${status} instead of ${expected}: ${JSON.stringify(body).slice(0, 300)}`);
  return body;
};

const numbered = <T>(count: number, make: (index: number) => T): readonly T[] =>
  Array.from({ length: count }, (_, index) => make(index));

const inParts = <T>(rows: readonly T[]): readonly (readonly T[])[] =>
  numbered(Math.ceil(rows.length / ROWS_OF_A_CALL), (part) =>
    rows.slice(part * ROWS_OF_A_CALL, (part + 1) * ROWS_OF_A_CALL),
  );

/** Prices of one wave. Each wave has its own rows. */
const prices = (wave: number, count: number) =>
  numbered(count, (index) => ({
    customer_id: 1 + (index % CUSTOMERS),
    sku: `SKU-${Math.floor(index / CUSTOMERS) + (index % 7) * 200}`,
    qty: 1 + (index % 5) * 10 + wave * 100,
    value: '4.95',
    external_id: `ERP-${wave}-${index}`,
  }));

const waitingIn = async (target: Target, uuid: string): Promise<number> =>
  mustBe(await call(target, 'GET', `V1/bulk/${uuid}/operation-status/4`), 200) as number;

/** Sends rows as asynchronous calls, in order. */
const accepted = async (target: Target, rows: readonly object[]): Promise<readonly string[]> => {
  const uuids: string[] = [];
  for (const part of inParts(rows)) {
    const body = JSON.stringify(part.map((customerPrice) => ({ customerPrice })));
    const answer = await call(target, 'POST', 'async/bulk/V1/pricing/customerprice', body);
    uuids.push((mustBe(answer, 202) as { readonly bulk_uuid: string }).bulk_uuid);
  }
  return uuids;
};

const settled = async (target: Target, uuids: readonly string[]): Promise<void> => {
  for (const uuid of uuids) while ((await waitingIn(target, uuid)) > 0) await delay(ASKED_AGAIN_MS);
};

/** Rows per second among those still open at the last 202. */
const later = async (target: Target, rows: readonly object[]): Promise<number> => {
  const uuids = await accepted(target, rows);
  const began = performance.now();
  let open = 0;
  for (const uuid of uuids) open += await waitingIn(target, uuid);
  await settled(target, uuids);
  return open / ((performance.now() - began) / 1000);
};

const atOnce = async (target: Target, rows: readonly object[]): Promise<number> => {
  const bodies = inParts(rows).map((records) => JSON.stringify({ records }));
  const began = performance.now();
  for (const body of bodies) {
    const { created } = mustBe(await call(target, 'POST', 'V1/pricing/customerprice/bulk', body), 200) as {
      readonly created: number;
    };
    if (created !== ROWS_OF_A_CALL) throw new Error(`${created} rows of a call are new`);
  }
  return rows.length / ((performance.now() - began) / 1000);
};

/** Each request is for another buyer and product than all before, so that none is answered from the cache. */
let questions = 0;
const question = (): string => {
  const [customer, product] = [questions % CUSTOMERS, (questions + Math.floor(questions / PRODUCTS)) % PRODUCTS];
  questions += 1;
  return JSON.stringify({ customerId: 1 + customer, sku: `SKU-${product}`, qty: 1 });
};

/**
 * Durations of price requests that are sent a hundred times per second until the promise resolves, as sorted
 * milliseconds.
 */
const asking = async (target: Target, until: Promise<unknown>): Promise<readonly number[]> => {
  const times: number[] = [];
  const under: Promise<void>[] = [];
  let over = false;
  const stop = until.finally(() => (over = true));
  const began = performance.now();
  for (let asked = 0; !over; asked += 1) {
    const due = began + (asked * 1000) / ASKED_PER_SECOND;
    await delay(Math.max(0, due - performance.now()));
    const body = question();
    const sentAt = performance.now();
    under.push(
      call(target, 'POST', 'V1/pricing/get-final-price', body).then((answer) => {
        mustBe(answer, 200);
        times.push(performance.now() - sentAt);
      }),
    );
  }
  await Promise.all([stop, ...under]);
  return times.sort((one, other) => one - other);
};

/** Measures asynchronous calls, compared with the same rows sent synchronously, and price requests while they run. */
export const measureJobs = async (
  report: Report,
  { settings }: OwnDatabase,
  count: number,
  rounds: number,
): Promise<void> => {
  await runCommand(settings, 'migrate');
  const rights = RIGHTS.flatMap((right) => ['--resource', right]);
  const token = (await runCommand(settings, 'integration', 'create', '--name', 'jobs', ...rights)).trim();
  const server = await startProcess('src/main', settings);
  try {
    const target = { url: server.url, token };
    const products = numbered(PRODUCTS, (index) => ({ sku: `SKU-${index}`, name: `Product ${index}`, price: 10 }));
    const customers = numbered(CUSTOMERS, (index) => ({ customer_number: `C-${index}`, last_name: `Buyer ${index}` }));
    for (const [path, records] of [
      ['products', products],
      ['customers', customers],
    ] as const)
      mustBe(await call(target, 'POST', `V1/commerce/${path}/bulk`, JSON.stringify({ records })), 200);
    const [sync, async_]: [number[], number[]] = [[], []];
    for (let round = 0; round < rounds; round += 1) {
      sync.push(await atOnce(target, prices(2 * round, count)));
      async_.push(await later(target, prices(2 * round + 1, count)));
    }
    report.add({ what: 'bulk at once, customer prices', value: median(sync), unit: 'rows/s' });
    report.add({ what: 'the same accepted, from the last 202 on', value: median(async_), unit: 'rows/s' });
    report.add({
      what: 'the second beside the first',
      value: median(async_) / median(sync),
      unit: 'of it',
      digits: 2,
      target: { least: THROUGHPUT_LEAST },
    });
    await asking(target, delay(IDLE_SECONDS * 1000));
    const idle = await asking(target, delay(IDLE_SECONDS * 1000));
    const uuids = await accepted(target, prices(2 * rounds, count));
    const busy = await asking(target, settled(target, uuids));
    report.add({ what: 'get-final-price at 100/s, idle, p95', value: quantile(idle, 0.95), unit: 'ms', digits: 2 });
    report.add({ what: 'the same beside accepted calls, p95', value: quantile(busy, 0.95), unit: 'ms', digits: 2 });
    report.add({
      what: 'the second beside the first',
      value: quantile(busy, 0.95) / quantile(idle, 0.95),
      unit: 'times',
      digits: 2,
      target: { most: SLOWER_MOST },
    });
  } finally {
    await server.kill('SIGTERM');
  }
};
