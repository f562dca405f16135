import type { INestApplicationContext } from '@nestjs/common';
import { ChangeLog, InputRefused, Transactions } from '../../libs/kernel/index.js';
import { type Outcome, type Recorded, type Resource, type SaveOptions, serviceOf } from '../../libs/records/index.js';
import { CustomerCredentials } from '../../src/access/index.js';
import {
  categoryResource,
  customerGroupResource,
  customerResource,
  productResource,
  storeResource,
  Websites,
  websiteResource,
} from '../../src/commerce/index.js';
import { openCommerce } from '../support/commerce.js';
import { describeOnDatabases } from '../support/databases.js';

type Input = Readonly<Record<string, unknown>>;

interface Service {
  get(id: number): Promise<Input & Recorded>;
  saveAll(inputs: readonly Input[], options: SaveOptions): Promise<readonly Outcome<Input & Recorded>[]>;
}

const BEST: SaveOptions = { verb: 'upsert', mode: 'best_effort' };
const ALL: SaveOptions = { verb: 'upsert', mode: 'all_or_nothing', rowName: (index) => `records[${index}]` };

const summaryOf = (outcomes: readonly Outcome<Recorded>[]) =>
  outcomes.map((outcome) => (outcome.status === 'failed' ? outcome.refusal.message : outcome.status));

const gate = () => {
  let open = (): void => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open };
};

describeOnDatabases('commerce records in one call', (kind) => {
  let app: INestApplicationContext;
  let close: () => Promise<void>;
  const service = <T extends Recorded>(resource: Resource<T>): Service => app.get<Service>(serviceOf(resource));

  beforeAll(async () => {
    ({ app, close } = await openCommerce(kind));
    await service(categoryResource).saveAll(
      [
        { id: 1, name: 'One' },
        { id: 2, name: 'Two' },
      ],
      ALL,
    );
  });
  afterAll(() => close());

  it('match products by SKU; each invalid row fails alone', async () => {
    const rows = [
      { sku: 'A', name: 'a', price: 1, category_ids: [1] },
      { sku: 'B', name: 'b', category_ids: [1, 99] },
      {
        sku: 'C',
        name: 'c',
        website_prices: [
          { website_id: 1, price: 1 },
          { website_id: 77, price: 1 },
        ],
      },
      { sku: 'D' },
      { sku: 'E', name: 'e', price: 'x' },
      { id: 50, sku: 'F', name: 'f', website_prices: [{ website_id: 1, price: 2 }] },
      { id: 50, sku: 'G', name: 'g', price: 7 },
      { sku: 'A', name: 'a', price: 2 },
      { sku: 'H', name: 'h', category_ids: [98] },
      { sku: 'I', name: 'i', category_ids: [2] },
    ];
    const outcomes = await service(productResource).saveAll(rows, BEST);
    expect(summaryOf(outcomes)).toEqual([
      'created',
      'Invalid value of "99" provided for the category_ids field. Allowed: the id of an existing category.',
      'Invalid value of "77" provided for the website_prices[1].website_id field. Allowed: the id of an existing website.',
      '"name" is required. Enter and try again.',
      expect.stringContaining('"price"'),
      'created',
      'updated',
      'updated',
      'Invalid value of "98" provided for the category_ids field. Allowed: the id of an existing category.',
      'created',
    ]);
    expect(await service(productResource).get(50)).toMatchObject({ sku: 'G', websitePrices: [{ websiteId: 1 }] });
    const log = app.get(ChangeLog);
    const before = await log.version();
    const again = await service(productResource).saveAll(
      [
        { sku: 'A', price: '2.00', category_ids: [1] },
        { sku: 'G', website_prices: [{ website_id: 1, price: '2.0' }] },
      ],
      BEST,
    );
    expect(summaryOf(again)).toEqual(['unchanged', 'unchanged']);
    expect(await log.version()).toBe(before);
  });

  it('leave a product unchanged if its row fails', async () => {
    const products = service(productResource);
    await products.saveAll(
      ['P', 'Q', 'R'].map((sku) => ({
        sku,
        name: sku,
        category_ids: [1],
        website_prices: [{ website_id: 1, price: 1 }],
      })),
      ALL,
    );
    const outcomes = await products.saveAll(
      [
        { sku: 'P', price: 5, category_ids: [2], website_prices: [] },
        { sku: 'Q', price: 5, category_ids: [2], website_prices: [{ website_id: 66 }] },
        { sku: 'R', price: 5, category_ids: [97] },
      ],
      BEST,
    );
    expect(summaryOf(outcomes)).toEqual([
      'updated',
      'Invalid value of "66" provided for the website_prices[0].website_id field. Allowed: the id of an existing website.',
      'Invalid value of "97" provided for the category_ids field. Allowed: the id of an existing category.',
    ]);
    const found = await products.saveAll(
      ['P', 'Q', 'R'].map((sku) => ({ sku })),
      ALL,
    );
    const kept = { price: null, categoryIds: [1], websitePrices: [{ websiteId: 1 }] };
    expect(found).toMatchObject([
      { status: 'unchanged', record: { categoryIds: [2], websitePrices: [] } },
      { status: 'unchanged', record: kept },
      { status: 'unchanged', record: kept },
    ]);
  });

  it('report the failing row in all_or_nothing mode and store nothing', async () => {
    const rows = [
      { sku: 'N1', name: 'n', category_ids: [1] },
      { sku: 'N2', name: 'n', category_ids: [99] },
    ];
    const refused = service(productResource).saveAll(rows, ALL);
    await expect(refused).rejects.toThrow(InputRefused);
    await expect(refused).rejects.toThrow('records[1].category_ids');
    expect(summaryOf(await service(productResource).saveAll([{ sku: 'N1', name: 'n' }], BEST))).toEqual(['created']);
  });

  it("match customers by number, else by email on the row's or the default website", async () => {
    const customers = service(customerResource);
    const rows = [
      { customer_number: 'C1', email: 'a@example.com', password: 'open sesame' },
      { email: 'b@example.com' },
      { email: 'B@EXAMPLE.com', first_name: 'Ada' },
      { customer_number: 'C1', group_id: 99 },
      { customer_number: 'C1', password: 'short' },
      { email: 'a@example.com', customer_number: 'C2' },
    ];
    expect(summaryOf(await customers.saveAll(rows, BEST))).toEqual([
      'created',
      'created',
      'updated',
      'Invalid value of "99" provided for the group_id field. Allowed: the id of an existing customer group.',
      'Invalid value of "***" provided for the password field. Allowed: 8 to 255 characters.',
      'updated',
    ]);
    const [first] = await customers.saveAll([{ customer_number: 'C2' }], ALL);
    expect(first).toMatchObject({ status: 'unchanged', record: { websiteId: 1, email: 'a@example.com' } });
    const credential = await app.get(CustomerCredentials).byNumber('C2');
    expect(credential?.passwordHash).toBe('hash of open sesame');
  });

  it('leave the last of several default websites as default, ignoring rejected rows', async () => {
    const websites = service(websiteResource);
    const website = (code: string, more: Input = {}) => ({
      code,
      name: code,
      base_currency: 'EUR',
      timezone: 'UTC',
      is_default: 1,
      ...more,
    });
    const standard = async () => (await app.get(Websites).standard()).code;
    expect(summaryOf(await websites.saveAll([website('a'), website('b')], BEST))).toEqual(['created', 'created']);
    expect(await standard()).toBe('b');
    expect(summaryOf(await websites.saveAll([website('c', { id: 1 }), website('a', { id: 77 })], BEST))).toEqual([
      'updated',
      'A website with this code already exists. Choose another code.',
    ]);
    expect(await standard()).toBe('c');
    expect(
      summaryOf(
        await websites.saveAll(
          [
            { code: 'c', is_default: 0 },
            { code: 'admin', name: 'x' },
          ],
          BEST,
        ),
      ),
    ).toEqual([
      'A default website is required. Make another website the default instead.',
      'Website 0 represents all websites and cannot be changed. Change another website instead.',
    ]);
    expect(summaryOf(await websites.saveAll([website('a'), website('b'), { code: 'c', name: 'C' }], BEST))).toEqual([
      'updated',
      'updated',
      'updated',
    ]);
    expect(await standard()).toBe('b');
  });

  it('write websites and store views one after the other', async () => {
    const order: string[] = [];
    const [entered, leave] = [gate(), gate()];
    const first = app.get(Transactions).write(async () => {
      await service(websiteResource).saveAll([{ code: 'c', name: 'first' }], ALL);
      entered.open();
      await leave.opened;
      order.push('first');
    });
    await entered.opened;
    const second = service(storeResource)
      .saveAll([{ code: 'default', name: 'second' }], ALL)
      .then(() => order.push('second'));
    for (let reads = 0; reads < 50; reads += 1) await app.get(Websites).standard();
    leave.open();
    await Promise.all([first, second]);
    expect(order).toEqual(['first', 'second']);
  });

  it('leave one default store view per website', async () => {
    const stores = service(storeResource);
    const [other] = await service(websiteResource).saveAll(
      [{ code: 'o', name: 'o', base_currency: 'EUR', timezone: 'UTC' }],
      ALL,
    );
    const website_id = other?.status === 'created' ? other.record.id : 0;
    const view = (code: string, website: number) => ({ code, name: code, website_id: website, is_default: 1 });
    expect(
      summaryOf(
        await stores.saveAll([view('s1', website_id), view('s2', 1), view('s3', website_id), view('s4', 999)], BEST),
      ),
    ).toEqual([
      'created',
      'created',
      'created',
      'Invalid value of "999" provided for the website_id field. Allowed: the id of an existing website.',
    ]);
    const found = await stores.saveAll(
      ['s1', 's2', 's3', 'default'].map((code) => ({ code })),
      ALL,
    );
    expect(found.map((outcome) => (outcome.status === 'failed' ? -1 : outcome.record['isDefault']))).toEqual([
      0, 1, 1, 0,
    ]);
    expect(
      summaryOf(
        await stores.saveAll(
          [
            { code: 's3', website_id: 1 },
            { code: 's1', name: 'S1' },
          ],
          BEST,
        ),
      ),
    ).toEqual([
      'The default store view cannot be moved to another website while its website has other store views. Make another store view the default first.',
      'updated',
    ]);
  });

  it('match customer groups by code', async () => {
    const groups = service(customerGroupResource);
    expect(
      summaryOf(await groups.saveAll([{ code: 'Export' }, { code: 'General' }, { code: 'Export' }], BEST)),
    ).toEqual(['created', 'unchanged', 'unchanged']);
  });

  it('leave nothing behind when the transaction is rolled back', async () => {
    const write = app.get(Transactions).write(async () => {
      await service(productResource).saveAll([{ id: 6000, sku: 'BACK', name: 'x', category_ids: [1] }], ALL);
      await service(customerResource).saveAll([{ id: 6000, password: 'open sesame' }], ALL);
      throw new Error('no');
    });
    await expect(write).rejects.toThrow('no');
    await expect(service(productResource).get(6000)).rejects.toThrow('No such entity');
    await expect(service(customerResource).get(6000)).rejects.toThrow('No such entity');
    expect(await app.get(CustomerCredentials).byId(6000)).toBeUndefined();
  });
});
