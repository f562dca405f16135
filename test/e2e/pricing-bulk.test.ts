import { ChangeLog } from '../../libs/kernel/index.js';
import { startApp, type TestApp } from '../support/app.js';
import { describeOnDatabases } from '../support/databases.js';
import { Shop } from '../support/shop.js';

type Values = Readonly<Record<string, unknown>>;

describeOnDatabases('bulk writes of price lists', (database) => {
  let app: TestApp;
  let shop: Shop;

  beforeAll(async () => {
    app = await startApp({ database });
    shop = new Shop(app);
    await app.adminToken();
  });

  afterAll(() => app.close());

  const bulk = (verb: 'POST' | 'PUT', path: string, wrapper: string, records: readonly Values[]) =>
    shop.ask(verb, `pricing/${path}`, { [wrapper]: records });
  const lists = (verb: 'POST' | 'PUT', ...records: readonly Values[]) =>
    bulk(verb, 'pricelistbulk', 'priceLists', records);
  const rows = (verb: 'POST' | 'PUT', ...records: readonly Values[]) =>
    bulk(verb, 'pricelistproductbulk', 'priceListProducts', records);
  const count = async (path: string): Promise<number> =>
    (await shop.ask('GET', `pricing/${path}/search?searchCriteria`)).body.total_count;

  it('create lists and return them in order, with one version', async () => {
    const before = await app.get(ChangeLog).version();
    const { status, body, headers } = await lists('POST', { name: 'B1' }, { name: 'B2', priority: 5 }, { name: 'B3' });
    expect([status, body.map(({ name, priority }: Values) => [name, priority])]).toEqual([
      200,
      [
        ['B1', 0],
        ['B2', 5],
        ['B3', 0],
      ],
    ]);
    expect(headers.get('x-pricing-version')).toBe(String(before + 1));
  });

  it('store nothing if a list is invalid, and report its position', async () => {
    const before = await count('pricelist');
    const refused = await lists('POST', { name: 'B4' }, { name: 'B5', priority: 1000 }, { name: '' });
    expect(refused.status).toBe(400);
    expect(refused.body.errors.map(({ parameters }: Values) => (parameters as Values)['fieldName'])).toEqual([
      'priceLists[1].priority',
      'priceLists[2].name',
    ]);
    expect(await count('pricelist')).toBe(before);
  });

  it('store nothing if the database rejects a list, and name it', async () => {
    const before = await count('pricelist');
    const { status, text } = await lists('POST', { name: 'B6' }, { name: 'B7' }, { name: 'B1' });
    expect(status).toBe(400);
    expect(text).toContain('priceLists[2]');
    expect(await count('pricelist')).toBe(before);
  });

  it('reject two lists with the same name', async () => {
    expect((await lists('POST', { name: 'Twin' }, { name: 'Twin' })).status).toBe(400);
  });

  it('update lists by id, external_id or unique key', async () => {
    const {
      body: [one, two, three],
    } = await lists('POST', { name: 'C1' }, { name: 'C2', external_id: 'X2' }, { name: 'C3', website_id: 1 });
    const { status, body } = await lists(
      'PUT',
      { id: one.id, priority: 1 },
      { external_id: 'X2', priority: 2 },
      { name: 'C3', priority: 3 },
    );
    expect(status).toBe(200);
    expect(body.map(({ id, priority }: Values) => [id, priority])).toEqual([
      [one.id, 1],
      [two.id, 2],
      [three.id, 3],
    ]);
    // Omitted fields keep their values.
    expect(body[2].website_id).toBe(1);
  });

  it('return an outdated list as stored, with X-Outdated', async () => {
    await lists('POST', { name: 'O1', priority: 1, source_version: 5 }, { name: 'O2', priority: 2 });
    const older = await lists('PUT', { name: 'O1', priority: 3, source_version: 4 }, { name: 'O2', priority: 4 });
    expect(older.body.map(({ priority }: Values) => priority)).toEqual([1, 4]);
    expect(older.headers.get('x-outdated')).toBe('1');
    const newer = await lists('PUT', { name: 'O1', priority: 3, source_version: 6 });
    expect([newer.body[0].priority, newer.headers.get('x-outdated')]).toEqual([3, null]);
  });

  it('return 404 and change nothing if a list does not exist', async () => {
    const {
      body: [one],
    } = await lists('POST', { name: 'D1' });
    for (const missing of [{ id: 99_999, priority: 4 }, { external_id: 'none' }, { name: 'none' }]) {
      expect((await lists('PUT', { id: one.id, priority: 4 }, missing)).status).toBe(404);
    }
    const { body } = await shop.ask('GET', `pricing/pricelist/${one.id}`);
    expect(body.priority).toBe(0);
  });

  it('create and update rows by SKU and unique key', async () => {
    const [sku, other] = [await shop.product(), await shop.product()];
    const pricelist_id = await shop.list({});
    const created = await rows(
      'POST',
      { pricelist_id, sku, price: 5 },
      { pricelist_id, sku, price: 4, qty: 10, to_date: '2026-12-31' },
      { pricelist_id, sku: other, value: 3 },
    );
    expect(created.body.map(({ sku: of, price }: Values) => [of, price])).toEqual([
      [sku, 5],
      [sku, 4],
      [other, 3],
    ]);
    const changed = await rows('PUT', { pricelist_id, sku, qty: 10, to_date: '2026-12-31', price: 4.5 });
    expect(changed.body[0]).toMatchObject({ id: created.body[1].id, price: 4.5 });
    expect((await rows('PUT', { pricelist_id, sku, qty: 11, price: 4 })).status).toBe(404);
    const faulty = await rows('POST', { pricelist_id, sku: 'none', price: 1 });
    expect([faulty.status, faulty.body.parameters.fieldName]).toEqual([400, 'priceListProducts[0].sku']);
  });

  it('accept at most 1,000 lists, as an array in the documented wrapper', async () => {
    const many = Array.from({ length: 1001 }, (_, index) => ({ name: `M${index}` }));
    const refused = await lists('POST', ...many);
    expect([refused.status, refused.body.parameters]).toEqual([400, { count: 1001, max: 1000 }]);
    expect((await lists('POST', ...many.slice(1))).body).toHaveLength(1000);
    expect((await shop.ask('POST', 'pricing/pricelistbulk', { priceLists: { name: 'no list' } })).status).toBe(400);
    const wrong = await shop.ask('POST', 'pricing/pricelistbulk', { priceList: [] });
    expect([wrong.status, wrong.body.parameters]).toEqual([400, { fieldName: 'priceLists' }]);
  });

  it('are limited by BULK_MAX_MB instead of BODY_MAX_KB', async () => {
    const sent = JSON.stringify({ priceLists: [{ name: 'Large' }] });
    const { status } = await app.call(
      'POST',
      '/rest/V1/pricing/pricelistbulk',
      sent.padEnd(2 * 1024 * 1024),
      await app.adminToken(),
    );
    expect(status).toBe(200);
  });

  it('remove all assignments of a customer, but not those of the group', async () => {
    const sku = await shop.product({ price: 10 });
    const { id } = await shop.commerce('customers', 'customer', { customer_number: 'T1' });
    const { id: next } = await shop.commerce('customers', 'customer', { customer_number: 'T2' });
    await shop.list({ priority: 2 }, [{ sku, price: 5 }], { customers: [id, next] });
    const { id: group } = await shop.commerce('customerGroups', 'customerGroup', { code: 'T' });
    await app.good('PUT', `/rest/V1/commerce/customers/${id}`, { customer: { group_id: group } });
    const theirs = await shop.list({ priority: 1 }, [{ sku, price: 7 }], { groups: [group] });
    expect((await shop.price({ sku, customer_id: id })).final_price).toBe(5);
    const path = `pricing/pricelistcustomer/deleteByCustomerId/${id}`;
    const taken = await shop.ask('DELETE', path);
    expect([taken.status, taken.body]).toEqual([200, true]);
    expect((await shop.price({ sku, customer_id: id })).applied.parent_id).toBe(theirs);
    expect((await shop.price({ sku, customer_id: next })).final_price).toBe(5);
    const again = await shop.ask('DELETE', path);
    expect([again.status, again.body]).toEqual([200, true]);
    expect(again.headers.get('x-pricing-version')).toBe(taken.headers.get('x-pricing-version'));
    const nobody = await shop.ask('DELETE', 'pricing/pricelistcustomer/deleteByCustomerId/99999');
    expect([nobody.status, nobody.body.parameters]).toEqual([404, { fieldName: 'customerId', fieldValue: 99999 }]);
  });

  it('delete all lists only if confirm is their number', async () => {
    const number = await count('pricelist');
    for (const wrong of [number - 1, number + 1, 0]) {
      const { status, body } = await shop.ask('DELETE', `pricing/pricelist/all?confirm=${wrong}`);
      expect([status, body.parameters]).toEqual([409, { count: number }]);
    }
    expect((await shop.ask('DELETE', 'pricing/pricelist/all')).status).toBe(400);
    expect((await shop.ask('DELETE', 'pricing/pricelist/all?confirm=many')).status).toBe(400);
    expect(await count('pricelist')).toBe(number);
    const { status, body } = await shop.ask('DELETE', `pricing/pricelist/all?confirm=${number}`);
    expect([status, body]).toEqual([200, true]);
    expect([await count('pricelist'), await count('pricelistproduct')]).toEqual([0, 0]);
    expect((await shop.ask('DELETE', 'pricing/pricelist/all?confirm=0')).body).toBe(true);
  });

  it('require the rights of price lists', async () => {
    const token = await app.integrationToken('_Pricelist::manage', '_Customerprice::save', '_Customerprice::delete');
    const call = (verb: 'POST' | 'PUT' | 'DELETE', path: string, body?: Values) =>
      app.call(verb, `/rest/V1/pricing/${path}`, body, token);
    const statuses = await Promise.all([
      call('POST', 'pricelistbulk', { priceLists: [] }),
      call('PUT', 'pricelistproductbulk', { priceListProducts: [] }),
      call('DELETE', 'pricelist/all?confirm=0'),
      call('DELETE', 'pricelistcustomer/deleteByCustomerId/1'),
    ]);
    expect(statuses.map(({ status }) => status)).toEqual([403, 403, 403, 403]);
  });

  it('are atomic for concurrent readers', async () => {
    const skus = [await shop.product(), await shop.product(), await shop.product()];
    const pricelist_id = await shop.list({}, [], { groups: [0] });
    const at = (price: number) => skus.map((sku) => ({ pricelist_id, sku, price }));
    await rows('POST', ...at(1));
    let price = 1;
    let writing = true;
    const writer = async () => {
      for (let round = 2; round <= 12; round += 1) {
        expect((await rows('PUT', ...at(round))).status).toBe(200);
        price = round;
      }
      writing = false;
    };
    const reader = async () => {
      while (writing) {
        const before = price;
        const { body } = await app.call('POST', '/rest/V1/pricing/context/get-multi-price', { skus });
        const seen = new Set(body.items.map(({ final_price }: Values) => final_price));
        expect(seen.size).toBe(1);
        const versions = new Set(body.items.map(({ pricing_version }: Values) => pricing_version));
        expect(versions.size).toBe(1);
        // A write whose response arrived before this request must be visible.
        expect([...seen][0]).toBeGreaterThanOrEqual(before);
      }
    };
    await Promise.all([writer(), reader(), reader()]);
  });

  it('store exactly one of fifty identical simultaneous creations', async () => {
    const answers = await Promise.all(Array.from({ length: 50 }, () => lists('POST', { name: 'Raced' })));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(49);
  });

  it('store only one of several base lists created at once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) => lists('POST', { name: `Base ${index}`, is_base_pricelist: 1 })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });
});
