import { performance } from 'node:perf_hooks';
import type { Page } from 'playwright-core';
import { BROWSER, DeskDemo, WIDE } from '../browser/desk-demo.js';
import { median } from './verdict.js';

/*
 * npm run bench -- --program desk [ROWS]
 *
 * Measures waiting times in Desk in milliseconds, as medians of five. Needs a browser at CHROMIUM_PATH and the packages
 * of `npm run verify:all`. ROWS is the number of customer prices in the grid, 1,000,000 by default. Prints the limits
 * in docs/benchmarks.md next to the measured values.
 */
const ROWS = Number(process.argv[2] ?? 1_000_000);
const ROUNDS = 5;
const CHUNK = 5_000;
const CANDIDATES = 500;
const PRICES = '/V1/pricing/customerprice';

type Measure = () => Promise<number>;

const report = async (what: string, most: number, measure: Measure): Promise<void> => {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) times.push(await measure());
  const found = Math.round(median(times));
  console.log(`${what.padEnd(60)} ${String(found).padStart(6)} ms   limit ${most} ms${found > most ? ', missed' : ''}`);
};

/** Time from an action until the page shows the expected result. */
const timed = async (page: Page, act: () => Promise<unknown>, shown: string): Promise<number> => {
  const start = performance.now();
  await act();
  // Polled from here, because the Content-Security-Policy does not let the page evaluate text itself.
  while (!(await page.evaluate(`Boolean(${shown})`)));
  return performance.now() - start;
};

const idsOf = async (demo: DeskDemo, path: string, count: number): Promise<readonly number[]> => {
  const ids: number[] = [];
  for (let page = 1; ids.length < count; page += 1) {
    const { items } = await demo.ask(
      'GET',
      `${path}/search?searchCriteria[pageSize]=300&searchCriteria[currentPage]=${page}&fields=items[id]`,
    );
    if (items.length === 0) break;
    for (const { id } of items as readonly { id: number }[]) ids.push(id);
  }
  return ids.slice(0, count);
};

/** Customer prices of many customers and products, with a quantity that no price of the demo has. */
const plant = async (demo: DeskDemo): Promise<void> => {
  const customers = await idsOf(demo, '/V1/commerce/customers', 4_000);
  const products = await idsOf(demo, '/V1/commerce/products', Math.ceil(ROWS / customers.length));
  let records: object[] = [];
  const send = async (): Promise<void> => {
    if (records.length > 0) await demo.ask('POST', `${PRICES}/bulk?mode=best_effort`, { records });
    records = [];
  };
  let made = 0;
  for (const product_id of products)
    for (const customer_id of customers) {
      if (made === ROWS) break;
      made += 1;
      records.push({ customer_id, product_id, qty: 77, value: 1 + (made % 1000) / 100 });
      if (records.length === CHUNK) await send();
    }
  await send();
};

const measure = async (): Promise<void> => {
  if (BROWSER === undefined) throw new Error('CHROMIUM_PATH names no browser');
  const demo = await DeskDemo.start();
  try {
    await report('first screen of somebody who is signed in, from nothing', 1_000, async () => {
      const person = await demo.person(WIDE);
      const time = await timed(
        person.page,
        () => person.page.goto(`${demo.url}/desk/why`, { waitUntil: 'commit' }),
        `[...document.querySelectorAll('h1')].some((h) => h.textContent === 'Why this price')`,
      );
      await person.leave();
      return time;
    });

    const [customer] = await idsOf(demo, '/V1/commerce/customers', 1);
    const { id: product_id, sku } = (await demo.ask('GET', '/V1/commerce/products/search?searchCriteria[pageSize]=1'))
      .items[0];
    await demo.ask('POST', `${PRICES}/bulk`, {
      records: Array.from({ length: CANDIDATES }, (_, index) => ({
        customer_id: customer,
        product_id,
        qty: index + 2,
        value: 1 + index / 100,
      })),
    });
    await report(`Why this price with ${CANDIDATES} candidates, drawn after the answer`, 500, async () => {
      const person = await demo.person(WIDE);
      const answered = person.page.waitForResponse(/get-(?:multi|final)-price/).then((response) => response.finished());
      await person.page.goto(`${demo.url}/desk/why?customer=${customer}&sku=${encodeURIComponent(sku)}&qty=1`);
      await answered;
      const time = await timed(
        person.page,
        async () => undefined,
        `document.querySelectorAll('table tr').length > ${CANDIDATES} && document.querySelector('svg[role=img]')`,
      );
      await person.leave();
      return time;
    });

    await plant(demo);
    const { total_count: total } = await demo.ask('GET', `${PRICES}/search?searchCriteria[pageSize]=1`);
    const person = await demo.person(WIDE);
    const { page } = person;
    await person.open('/records/customerPrice', 'Customer prices');
    const first = `document.querySelector('tbody tr')?.textContent`;
    let before = '';
    const changes = async (act: () => Promise<unknown>): Promise<number> => {
      before = String(await page.evaluate(first));
      return timed(page, act, `${first} && ${first} !== ${JSON.stringify(before)}`);
    };
    await report(`next page of a grid of ${total} customer prices`, 300, () =>
      changes(() => page.getByRole('button', { name: 'Next page' }).click()),
    );
    const skus = (await demo.ask('GET', '/V1/commerce/products/search?searchCriteria[pageSize]=20')).items;
    let filtered = 0;
    await report('the same grid filtered by a SKU', 300, () => {
      filtered += 1;
      const where = JSON.stringify([{ field: 'sku', condition: 'eq', value: skus[filtered].sku }]);
      return changes(() =>
        page.evaluate(`(() => {
          history.pushState(null, '', '/desk/records/customerPrice?where=${encodeURIComponent(where)}');
          dispatchEvent(new PopStateEvent('popstate'));
        })()`),
      );
    });
    await person.leave();
  } finally {
    await demo.stop();
  }
};

measure().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
