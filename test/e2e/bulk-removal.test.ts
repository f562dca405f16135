import { ChangeLog } from '../../libs/kernel/index.js';
import { startApp, type TestApp } from '../support/app.js';
import { describeOnDatabases } from '../support/databases.js';

const filtered = (field: string, value: string | number, condition = 'eq'): string =>
  `searchCriteria[filter_groups][0][filters][0][field]=${field}` +
  `&searchCriteria[filter_groups][0][filters][0][condition_type]=${condition}` +
  `&searchCriteria[filter_groups][0][filters][0][value]=${value}`;

describeOnDatabases('deletion by filter (bulk.md, "Deleting")', (kind) => {
  let app: TestApp;
  let token: string;
  const rows = async (path: string, records: readonly unknown[]) =>
    app.good('POST', `/rest/V1/${path}/bulk`, { records });
  const remove = (path: string, query: string) =>
    app.call('DELETE', `/rest/V1/${path}/bulk?${query}`, undefined, token);
  const count = async (path: string, query: string): Promise<number> =>
    (await app.good('GET', `/rest/V1/${path}/search?${query}`)).total_count;

  beforeAll(async () => {
    app = await startApp({ database: kind });
    token = await app.adminToken();
    await rows('commerce/products', [
      { sku: 'A', name: 'a' },
      { sku: 'B', name: 'b' },
    ]);
    await rows('commerce/customers', [{ customer_number: 'C' }]);
  });
  afterAll(() => app.close());

  it('deletes the confirmed number of matches of one or several filters and logs the change', async () => {
    const price = { customer_number: 'C', value: 1 };
    const quantities = Array.from({ length: 1_500 }, (_, index) => index + 1);
    await rows(
      'pricing/customerprice',
      quantities.map((qty) => ({ ...price, sku: qty % 2 ? 'A' : 'B', qty })),
    );
    const log = app.get<ChangeLog>(ChangeLog);
    const before = await log.version();
    const query = `${filtered('sku', 'A')}&${filtered('qty', 1_000, 'gt').replaceAll('[filter_groups][0]', '[filter_groups][1]')}`;
    const wrong = await remove('pricing/customerprice', `${query}&confirm=251`);
    expect([wrong.status, wrong.body.parameters]).toEqual([409, { count: 250 }]);
    expect(await log.version()).toBe(before);
    const gone = await remove('pricing/customerprice', `${query}&confirm=250`);
    expect([gone.status, gone.body, gone.headers.get('x-pricing-version')]).toEqual([
      200,
      { deleted: 250 },
      String(before + 1),
    ]);
    expect(new Set((await log.since(before, 5_000)).map(({ scope }) => scope))).toEqual(new Set(['customer']));
    expect(await count('pricing/customerprice', filtered('qty', 0, 'gt'))).toBe(1_250);
    // Paging is ignored: the count covers all matches.
    expect((await remove('pricing/customerprice', `${query}&searchCriteria[pageSize]=1&confirm=0`)).status).toBe(200);
    expect((await remove('pricing/customerprice', `${filtered('qty', 0, 'gt')}&confirm=1250`)).body).toEqual({
      deleted: 1_250,
    });
  });

  it('rejects a missing or invalid filter or count', async () => {
    for (const query of [
      'confirm=2',
      'searchCriteria&confirm=2',
      'searchCriteria[filter_groups][0][filters]=&confirm=2',
      'searchCriteria[pageSize]=5&confirm=2',
      `${filtered('nothing', 1)}&confirm=2`,
      `${filtered('sku', 'A')}`,
      `${filtered('sku', 'A')}&confirm=all`,
      `${filtered('sku', 'A')}&confirm=-1`,
    ]) {
      expect([query, (await remove('commerce/products', query)).status]).toEqual([query, 400]);
    }
    expect(await count('commerce/products', 'searchCriteria=')).toBe(2);
  });

  it('deletes nothing if one record is in use or protected', async () => {
    await rows('commerce/customerGroups', [{ code: 'used' }, { code: 'unused' }]);
    await rows('commerce/customers', [{ customer_number: 'C-used', customer_group_code: 'used' }]);
    const used = await remove('commerce/customerGroups', `${filtered('code', 'used,unused', 'in')}&confirm=2`);
    expect([used.status, used.body.message]).toEqual([400, expect.stringContaining('still used')]);
    expect(await count('commerce/customerGroups', filtered('code', 'unused'))).toBe(1);
    const kept = await remove('commerce/customerGroups', `${filtered('id', 0)}&confirm=1`);
    expect(kept.status).toBe(400);
    await rows('commerce/websites', [{ code: 'w2', name: 'w', base_currency: 'GBP', timezone: 'UTC' }]);
    const standard = await remove('commerce/websites', `${filtered('id', 0, 'gt')}&confirm=2`);
    expect(standard.status).toBe(400);
    expect((await remove('commerce/websites', `${filtered('code', 'w2')}&confirm=1`)).body).toEqual({ deleted: 1 });
  });

  it('deletes records that refer to each other together, whatever their number', async () => {
    const tree = Array.from({ length: 2_000 }, (_, index) => ({
      id: 10_000 + index,
      name: 'tree',
      // Parents and children are in different batches of 1,000.
      parent_id: index < 1_000 ? null : 10_000 + index - 1_000,
    }));
    expect((await rows('commerce/categories', tree)).created).toBe(2_000);
    const half = await remove('commerce/categories', `${filtered('id', 11_000, 'lt')}&confirm=1000`);
    expect(half.status).toBe(400);
    expect((await remove('commerce/categories', `${filtered('name', 'tree')}&confirm=2000`)).body).toEqual({
      deleted: 2_000,
    });
  });
});
