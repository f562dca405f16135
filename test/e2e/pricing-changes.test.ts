import { openLog } from '../../src/boot/logging.js';
import { startServer } from '../../src/boot/server.js';
import { startApp, type TestApp, testSettings } from '../support/app.js';
import { describeOnDatabases } from '../support/databases.js';
import { Shop } from '../support/shop.js';

const BASE = '/rest/V1/pricing/changes';

interface Entry {
  readonly version: number;
  readonly at: string;
  readonly scope: string;
  readonly id: number | null;
  readonly product_id: number | null;
}

interface Page {
  readonly items: readonly Entry[];
  readonly next: number;
  readonly has_more: boolean;
}

describeOnDatabases('the change feed', (database) => {
  let app: TestApp;
  let shop: Shop;
  let token: string;

  beforeAll(async () => {
    app = await startApp({ database });
    shop = new Shop(app);
    token = await app.integrationToken('_Pricing::manage');
  });
  afterAll(() => app.close());

  const ask = (query: string) => app.call('GET', `${BASE}?${query}`, undefined, token);
  const page = async (query: string): Promise<Page> => {
    const { status, body, text } = await ask(query);
    if (status !== 200) throw new Error(text);
    return body;
  };
  const version = async (): Promise<number> => {
    const { body } = await ask(`since=${Number.MAX_SAFE_INTEGER}`);
    return body.parameters.current;
  };
  /** Writes a record and returns the version from the response. */
  const write = async (path: string, body: object): Promise<number> => {
    const answer = await app.call('POST', `/rest/V1/${path}`, body, await app.adminToken());
    if (answer.status !== 200) throw new Error(answer.text);
    return Number(answer.headers.get('x-pricing-version'));
  };

  it('lists the changed records under the version that the write returned', async () => {
    const sku = await shop.product({ id: 701 });
    const { id } = await shop.commerce('customers', 'customer', { id: 801 });
    const before = await version();
    const written = await write('pricing/customerprice', { customerPrice: { customer_id: id, sku, value: 5 } });
    const list = await shop.list({ name: 'A list' });
    expect(await page(`since=${before}`)).toEqual({
      items: [
        {
          version: written,
          at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
          scope: 'customer',
          id: 801,
          product_id: 701,
        },
        { version: written + 1, at: expect.any(String), scope: 'list', id: list, product_id: null },
      ],
      next: written + 1,
      has_more: false,
    });
    // `since` is exclusive. Without new changes, the page is empty and its `next` is unchanged.
    expect((await page(`since=${written}`)).items).toHaveLength(1);
    expect(await page(`since=${written + 1}`)).toEqual({ items: [], next: written + 1, has_more: false });
  });

  it('returns pages that end with a complete version, whatever the limit', async () => {
    const skus = [await shop.product(), await shop.product(), await shop.product()];
    const before = await version();
    const id = await shop.list({ name: 'Rows of one write' });
    const priceListProducts = skus.map((sku) => ({ pricelist_id: id, sku, price: 1 }));
    await write('pricing/pricelistproductbulk', { priceListProducts });
    await shop.list({ name: 'The last' });
    const first = await page(`since=${before}&limit=2`);
    expect([first.items.map((entry) => entry.version), first.next, first.has_more]).toEqual([
      [before + 1, before + 2, before + 2, before + 2],
      before + 2,
      true,
    ]);
    const seen: Entry[] = [];
    let at: Page = { items: [], next: before, has_more: true };
    while (at.has_more) {
      at = await page(`since=${at.next}&limit=1`);
      seen.push(...at.items);
    }
    expect(seen).toEqual((await page(`since=${before}`)).items);
    expect(seen).toHaveLength(5);
  });

  it('omits writes that change nothing', async () => {
    const group = { code: 'Same' };
    const { id } = await shop.commerce('customerGroups', 'customerGroup', group);
    const before = await version();
    await app.good('PUT', `/rest/V1/commerce/customerGroups/${id}`, { customerGroup: group });
    expect(await page(`since=${before}`)).toEqual({ items: [], next: before, has_more: false });
  });

  it('starts at the first version by default', async () => {
    expect((await page('limit=1')).items[0]?.version).toBe(1);
    expect((await page('')).items.length).toBeGreaterThan(5);
  });

  it('returns 410 with the current version for an unknown version', async () => {
    const { status, body } = await ask('since=99999999');
    expect([status, body]).toEqual([
      410,
      {
        message:
          'The change log does not reach back to version %version. Read all records again, then continue from version %current.',
        parameters: { version: 99_999_999, current: (await page(`since=${body.parameters.current}`)).next },
      },
    ]);
  });

  it('returns 400 for limits out of range, wrong types and unknown parameters', async () => {
    for (const query of [
      'limit=0',
      'limit=-1',
      'limit=10001',
      'since=-1',
      'since=1.5',
      'since=x',
      'since[]=1',
      'after=1',
    ])
      expect([query, (await ask(query)).status]).toEqual([query, 400]);
    expect((await ask('limit=10000')).status).toBe(200);
    expect((await ask('fields=next')).body).toEqual({ next: expect.any(Number) });
    expect((await ask('nope=1')).body.parameters).toEqual({ fieldName: 'nope' });
  });

  it('requires the right _Pricing::manage', async () => {
    const needed = {
      message: "The consumer isn't authorized to access %resources.",
      parameters: { resources: '_Pricing::manage' },
    };
    const nobody = await app.call('GET', `${BASE}?since=x`);
    expect([nobody.status, nobody.body]).toEqual([401, needed]);
    const other = await app.integrationToken('_Pricing::calculate', '_Customerprice::manage');
    const lacking = await app.call('GET', `${BASE}?since=x`, undefined, other);
    expect([lacking.status, lacking.body]).toEqual([403, needed]);
    expect((await app.call('GET', BASE, undefined, (await app.customer()).token)).status).toBe(403);
  });

  it('is pruned by the server to PRICE_LOG_ENTRIES', async () => {
    const before = await version();
    for (const code of ['P1', 'P2', 'P3', 'P4', 'P5']) await shop.commerce('customerGroups', 'customerGroup', { code });
    expect((await page(`since=${before}`)).items).toHaveLength(5);
    // Below the minimum of the setting, so that a few writes are enough.
    const settings = Object.assign(testSettings(app.databaseUrl), { PRICE_LOG_ENTRIES: 3 });
    const second = await startServer(settings, openLog(process.stdout, { write: () => undefined }));
    await second.schedules.runHourly();
    await second.stop();
    const gone = await ask(`since=${before}`);
    expect([gone.status, gone.body.parameters]).toEqual([410, { version: before, current: before + 5 }]);
    const kept = await page(`since=${before + 2}`);
    expect(kept.items.map((entry) => entry.version)).toEqual([before + 3, before + 4, before + 5]);
    expect((await ask('')).status).toBe(410);
  });
});
