/*
 * Prices of @medusajs/pricing, called in this process, next to those of Kontor over HTTP: 1,000 products, 50 price lists of
 * 200. By hand, with an empty database each:
 *
 *   cp -r test/bench/medusa /tmp/medusa && cd /tmp/medusa && npm install
 *   KONTOR=http://localhost:3000 TOKEN=… node compare.mjs postgres://postgres@localhost/medusa_prices
 *
 * The token is that of an integration with the rights _Pricing::calculate, _Pricelist::save and _Commerce::save. Both are
 * asked for the same buyer, who reaches all lists; it ends with an error if they differ about a price.
 */
import { Agent, request } from 'node:http';
import { ContainerRegistrationKeys, Modules, ModulesSdkUtils } from '@medusajs/framework/utils';
import { MedusaModule } from '@medusajs/framework/modules-sdk';

const [PRODUCTS, LISTS, OF_A_LIST] = [1000, 50, 200];
const SIZES = [1, 20, 100, 500];
const ROUNDS = Number(process.env.ROUNDS ?? 30);
const GROUP = 1;
const { KONTOR = 'http://localhost:3000', TOKEN = '' } = process.env;
const [clientUrl] = process.argv.slice(2);

const numbered = (count, of) => Array.from({ length: count }, (_, index) => of(index));
const skuOf = (product) => `SKU-${product}`;
const priceOf = (product) => 10 + product;
const nameOf = (list) => `list ${list}`;
/** Each product is in ten lists, at ten prices below its own. */
const rowsOf = (list) =>
  numbered(OF_A_LIST, (index) => (list * 20 + index) % PRODUCTS).map((product) => ({
    product,
    price: priceOf(product) / 2 + (list % 10) / 100,
  }));
const median = (values) => values.sort((one, other) => one - other)[Math.floor(values.length / 2)];

const agent = new Agent({ keepAlive: true });
const post = (path, body) =>
  new Promise((resolve, reject) => {
    const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${TOKEN}` };
    const sent = request(`${KONTOR}/rest/V1/${path}`, { method: 'POST', agent, headers }, (response) => {
      const parts = [];
      response.on('data', (part) => parts.push(part));
      response.on('end', () => {
        const text = Buffer.concat(parts).toString();
        if (response.statusCode === 200) resolve(JSON.parse(text));
        else reject(new Error(`${path}: ${response.statusCode} ${text.slice(0, 500)}`));
      });
    });
    sent.on('error', reject).end(JSON.stringify(body));
  });

const stored = async (path, records) => {
  const { failed, items } = await post(`${path}/bulk`, { records });
  const fault = items.find(({ error }) => error);
  if (failed > 0) throw new Error(`${path}: ${JSON.stringify(fault)}`);
};

const fillKontor = async () => {
  await stored(
    'commerce/products',
    numbered(PRODUCTS, (product) => ({ sku: skuOf(product), name: skuOf(product), price: priceOf(product) })),
  );
  await stored(
    'pricing/pricelist',
    numbered(LISTS, (list) => ({ name: nameOf(list) })),
  );
  await stored(
    'pricing/pricelistgroup',
    numbered(LISTS, (list) => ({ pricelist_name: nameOf(list), customer_group_id: GROUP })),
  );
  const rows = numbered(LISTS, (list) =>
    rowsOf(list).map(({ product, price }) => ({ pricelist_name: nameOf(list), sku: skuOf(product), price })),
  ).flat();
  for (let from = 0; from < rows.length; from += 5000)
    await stored('pricing/pricelistproduct', rows.slice(from, from + 5000));
};

const fillMedusa = async (prices) => {
  const sets = await prices.createPriceSets(
    numbered(PRODUCTS, (product) => ({ prices: [{ amount: priceOf(product), currency_code: 'gbp' }] })),
  );
  for (let list = 0; list < LISTS; list += 1)
    await prices.createPriceLists([
      {
        title: nameOf(list),
        description: nameOf(list),
        type: 'sale',
        status: 'active',
        rules: { 'customer.groups.id': [`group ${GROUP}`] },
        prices: rowsOf(list).map(({ product, price }) => ({
          amount: price,
          currency_code: 'gbp',
          price_set_id: sets[product].id,
        })),
      },
    ]);
  return sets.map(({ id }) => id);
};

const startMedusa = async () => {
  const [moduleKey, modulePath] = [Modules.PRICING, '@medusajs/pricing'];
  const database = { clientUrl, schema: 'public', driverOptions: { connection: { ssl: false } } };
  const connection = ModulesSdkUtils.createPgConnection(database);
  const options = { database };
  await MedusaModule.migrateUp({ moduleKey, modulePath, options, cwd: process.cwd() });
  const { [moduleKey]: prices } = await MedusaModule.bootstrap({
    moduleKey,
    defaultPath: modulePath,
    declaration: { scope: 'internal', resolve: modulePath, options },
    injectedDependencies: { [ContainerRegistrationKeys.PG_CONNECTION]: connection },
  });
  return { prices, end: () => connection.destroy() };
};

const measured = async (ask) => {
  for (let round = 0; round < 5; round += 1) await ask(round);
  const times = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const began = performance.now();
    await ask(round);
    times.push(performance.now() - began);
  }
  return median(times);
};

const { prices, end } = await startMedusa();
const ids = await fillMedusa(prices);
await fillKontor();
const context = { currency_code: 'gbp', 'customer.groups.id': `group ${GROUP}`, quantity: 1 };
for (const size of SIZES) {
  const products = (round) => numbered(size, (index) => (round * 37 + index) % PRODUCTS);
  const medusa = (round) => prices.calculatePrices({ id: products(round).map((product) => ids[product]) }, { context });
  const kontor = (round) =>
    post('pricing/get-multi-price', { skus: products(round).map(skuOf), customer_group_id: GROUP });
  const theirs = new Map((await medusa(0)).map(({ id, calculated_amount }) => [id, Number(calculated_amount)]));
  for (const [index, { unit_price }] of (await kontor(0)).items.entries())
    if (theirs.get(ids[products(0)[index]]) !== unit_price)
      throw new Error(`${skuOf(index)}: ${theirs.get(ids[products(0)[index]])} and ${unit_price}`);
  const [their, our] = [await measured(medusa), await measured(kontor)];
  // Kontor caches the responses to repeated requests.
  for (let pass = 0; pass < 3; pass += 1) await measured(kontor);
  const again = await measured(kontor);
  const beside = (ms) => `${ms.toFixed(2)} ms (${(their / ms).toFixed(0)} times)`;
  console.log(`${size}: Medusa ${their.toFixed(1)} ms, Kontor ${beside(our)}, repeated ${beside(again)}`);
}
await end();
process.exit();
