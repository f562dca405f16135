import { PUBLIC_BASE, startApp, type TestApp } from '../support/app.js';
import { doJobs } from '../support/done-jobs.js';
import { soapCall } from '../support/soap.js';
import { nodeAt } from '../support/xml-node.js';

const SEARCH = '/rest/V1/pricing/pricelist/search?searchCriteria[filter_groups][0][filters][0][field]=created_at';

const SEARCHED = 'searchCriteria[filter_groups][0][filters][0]';
const ALL = '/rest/V1/pricing/pricelist/search?searchCriteria=all';
const HOUR_MS = 3_600_000;

describe('timestamps (wire.md §3 and §4)', () => {
  let iso: TestApp;
  let platform: TestApp;
  const create = (app: TestApp) =>
    app.good('POST', '/rest/V1/pricing/pricelist', { priceList: { name: 'Retail' } }) as Promise<{
      id: number;
      created_at: string;
      updated_at: string;
    }>;

  beforeAll(async () => {
    const settings = { JOB_WORKERS: '0' };
    [iso, platform] = await Promise.all([
      startApp({ settings }),
      startApp({ settings: { ...settings, INSTANTS: 'platform' } }),
    ]);
  });
  afterAll(() => Promise.all([iso.close(), platform.close()]));

  it("are returned in ISO 8601 or in the platform's format", async () => {
    expect((await create(iso)).created_at).toMatch(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/);
    const created = await create(platform);
    expect(created.created_at).toMatch(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/);
    expect(await platform.good('GET', `/rest/V1/pricing/pricelist/${created.id}`)).toEqual(created);
    const { items } = await platform.good('GET', ALL);
    expect(items).toEqual([created]);
  });

  it.each([
    ['ISO 8601', () => iso],
    ["the platform's format", () => platform],
  ])('are the same over SOAP and REST, in %s', async (_, appOf) => {
    const app = appOf();
    const services = 'pricingPriceListRepositoryV1';
    const [list] = (await app.good('GET', '/rest/V1/pricing/pricelist/search?searchCriteria=all')).items as [
      { readonly id: number; readonly created_at: string },
    ];
    const asked = { base: app.url, publicBase: PUBLIC_BASE, services, token: await app.adminToken() };
    const one = await soapCall({ ...asked, operation: `${services}GetById`, inner: `<id>${list.id}</id>` });
    const inner = '<searchCriteria><filterGroups/></searchCriteria>';
    const all = await soapCall({ ...asked, operation: `${services}GetList`, inner });
    expect(nodeAt(one.result, 'createdAt')?.text).toBe(list.created_at);
    expect(nodeAt(all.result, 'items', 'item', 'createdAt')?.text).toBe(list.created_at);
  });

  it.each([
    ['ISO 8601', () => iso],
    ["the platform's format", () => platform],
  ])('are the same in results of asynchronous calls, in %s', async (_, appOf) => {
    const app = appOf();
    const [{ id }] = (await app.good('GET', ALL)).items;
    for (const [verb, path, name] of [
      ['PUT', `/rest/async/V1/pricing/pricelist/${id}`, 'Retail, later'],
      ['POST', '/rest/async/V1/pricing/pricelist', 'Later'],
    ] as const) {
      const { body } = await app.call(verb, path, { priceList: { name } }, await app.adminToken());
      await doJobs(app);
      const { operations_list: calls } = await app.good('GET', `/rest/V1/bulk/${body.bulk_uuid}/detailed-status`);
      const result = JSON.parse(calls[0].result_serialized_data) as { readonly id: number };
      expect(result).toEqual(await app.good('GET', `/rest/V1/pricing/pricelist/${result.id}`));
    }
    for (const { id: list } of (await app.good('GET', ALL)).items.slice(1))
      await app.good('DELETE', `/rest/V1/pricing/pricelist/${list}`);
  });

  it('have the same format in the change feed', async () => {
    const { items } = await platform.good('GET', '/rest/V1/pricing/changes?since=0');
    for (const { at } of items as { at: string }[]) expect(at).toMatch(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/);
    expect(items.length).toBeGreaterThan(0);
  });

  const counts = async (app: TestApp, text: string): Promise<readonly number[]> => {
    const filter = (condition: string): string =>
      `${SEARCH}&${SEARCHED}[condition_type]=${condition}&${SEARCHED}[value]=${encodeURIComponent(text)}`;
    const [later, earlier] = await Promise.all(['gt', 'lt'].map((condition) => app.good('GET', filter(condition))));
    return [later.total_count, earlier.total_count];
  };

  it('can be filtered by a day', async () => {
    for (const app of [iso, platform]) expect(await counts(app, '2000-01-31')).toEqual([1, 0]);
  });

  /** Shifts the time by these hours, so that it can be written with an offset. */
  const written = (at: Date, hours: number): string => new Date(at.getTime() + hours * HOUR_MS).toISOString();

  it.each([
    ["in the platform's format", (at: Date) => written(at, 0).slice(0, 19).replace('T', ' ')],
    ['to the second, in UTC', (at: Date) => written(at, 0).replace(/\.\d+Z$/, 'Z')],
    ['to the millisecond, in UTC', (at: Date) => written(at, 0)],
    ['with an offset east of UTC', (at: Date) => written(at, 2).replace('Z', '+02:00')],
    ['with an offset west of UTC', (at: Date) => written(at, -5.5).replace('Z', '-05:30')],
  ])('can be filtered by a value %s', async (_, textOf) => {
    for (const app of [iso, platform]) {
      const [{ created_at: createdAt }] = (await app.good('GET', ALL)).items as [{ created_at: string }];
      const at = Date.parse(/Z$/.test(createdAt) ? createdAt : `${createdAt.replace(' ', 'T')}Z`);
      // A value without milliseconds can be up to a second early.
      expect(await counts(app, textOf(new Date(at - 2_000)))).toEqual([1, 0]);
      expect(await counts(app, textOf(new Date(at + 2_000)))).toEqual([0, 1]);
    }
  });

  it('can be filtered by a returned value', async () => {
    const { items } = await platform.good('GET', '/rest/V1/pricing/pricelist/search?searchCriteria=0');
    const [{ created_at: at }] = items as [{ created_at: string }];
    const value = encodeURIComponent(at);
    const found = await platform.good(
      'GET',
      `${SEARCH}&searchCriteria[filter_groups][0][filters][0][condition_type]=gteq&searchCriteria[filter_groups][0][filters][0][value]=${value}`,
    );
    expect(found.total_count).toBe(1);
  });
});
