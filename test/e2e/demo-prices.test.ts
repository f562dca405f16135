import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { startApp, type TestApp } from '../support/app.js';

const SCRIPT = pathToFileURL(join(__dirname, '../../scripts/demo-prices.mjs')).href;
const RUN = `
  const { loadPrices, tryPrices } = await import('${SCRIPT}');
  await loadPrices(...process.argv.slice(1));
  console.log(await tryPrices(...process.argv.slice(1)));`;

describe("the demo's category price and matrix", () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp();
    const category = await app.good('POST', '/rest/V1/commerce/categories', {
      category: { name: 'Stationery and cards' },
    });
    const product = { sku: '10124A', name: 'Tape', price: 0.42, category_ids: [category.id] };
    await app.good('POST', '/rest/V1/commerce/products', { product });
  });
  afterAll(() => app.close());

  const run = async (): Promise<string> => {
    const args = ['--input-type=module', '-e', RUN, app.url, await app.adminToken(), 'pricing'];
    return (await promisify(execFile)(process.execPath, args)).stdout;
  };

  it('return the printed prices, and a second run changes nothing', async () => {
    const output = await run();
    expect(output).toContain('# DEMO-CATEGORY pays 0.39 (categoryprice) instead of 0.42\n');
    expect(output).toContain('# DEMO-MATRIX pays 0.35 (product_customer_matrix) instead of 0.42\n');
    const bodies = [...output.matchAll(/-d '(.*)'/g)].map(([, body = '']) => JSON.parse(body) as object);
    const prices = await Promise.all(bodies.map((body) => app.good('POST', '/rest/V1/pricing/get-final-price', body)));
    expect(prices.map(({ final_price }) => final_price)).toEqual([0.39, 0.35]);
    const store = await app.good('GET', '/rest/V1/commerce/stores/1');
    expect(store.issuer).toMatchObject({ name: 'Demo Wholesale Ltd' });
    const version = () => app.good('GET', '/rest/V1/pricing/changes?since=0');
    const before = (await version()).version;
    expect((await run()).replaceAll(/TOKEN=.*/g, '')).toBe(output.replaceAll(/TOKEN=.*/g, ''));
    expect((await version()).version).toBe(before);
  });
});
