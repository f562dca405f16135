import type { INestApplicationContext } from '@nestjs/common';
import { ChangeLog, Decimal, Transactions } from '../../libs/kernel/index.js';
import { CODES } from '../support/price-codes.js';
import { builtInSettings } from '../../libs/pricing/index.js';
import { type RecordService, serviceOf } from '../../libs/records/index.js';
import { StoreViews } from '../../libs/web/index.js';
import { CustomerCredentials } from '../../src/access/index.js';
import {
  CustomerGroups,
  customerResource,
  Customers,
  pricedProduct,
  LevelPriceSettings,
  PricedProducts,
  productResource,
  ProductTiers,
  productTierPriceResource,
  SettingsInForce,
  storeResource,
  Stores,
  Websites,
  websiteResource,
} from '../../src/commerce/index.js';
import { openCommerce } from '../support/commerce.js';
import { describeOnDatabases } from '../support/databases.js';

type Values = Readonly<Record<string, unknown>>;

describeOnDatabases('interfaces of commerce for other modules', (kind) => {
  let app: INestApplicationContext;
  let close: () => Promise<void>;

  beforeAll(async () => {
    ({ app, close } = await openCommerce(kind));
    const create = (resource: Parameters<typeof serviceOf>[0], input: Values) =>
      app.get<RecordService<{ id: number }>>(serviceOf(resource)).create(input);
    await create(websiteResource, {
      id: 2,
      code: 'eu',
      name: 'Europe',
      base_currency: 'EUR',
      timezone: 'Europe/Berlin',
    });
    await create(storeResource, { id: 5, code: 'de', name: 'Deutsch', website_id: 2 });
    await create(productResource, {
      id: 10,
      sku: 'Größe/1 %',
      name: 'Lantern',
      price: '10.5',
      special_price: 8,
      special_from: '2026-01-01',
      attributes: { color: ['red', 'blue'] },
      website_prices: [
        {
          website_id: 2,
          price: 0,
          special_price: 6,
          special_from: '2026-02-01',
          special_to: '2026-02-28',
          cost: '999999999.999999',
        },
        { website_id: 1, msrp: 3 },
      ],
    });
    await create(productResource, { id: 11, sku: 'größe/1 %', name: 'Another case', is_active: 0 });
    await create(customerResource, {
      id: 7,
      email: 'Ada@Example.com',
      customer_number: 'C7',
      website_id: 2,
      password: 'open sesame',
    });
    for (const tier of [
      { id: 1, product_id: 10, qty: 0, value: 9 },
      { id: 2, product_id: 10, qty: '10', value: '8.123456', customer_group_id: 1 },
      { id: 3, product_id: 10, qty: 10, value: 7, customer_group_id: 0 },
      { id: 4, product_id: 10, qty: 10, value: 6, website_id: 2 },
      { id: 5, sku: 'größe/1 %', qty: '2.5', value: 5, website_id: 1 },
    ])
      await create(productTierPriceResource, tier);
  });
  afterAll(() => close());

  it('return websites by id, and the default website', async () => {
    const websites = app.get(Websites);
    expect(await websites.byId(2)).toEqual({
      id: 2,
      code: 'eu',
      name: 'Europe',
      baseCurrency: 'EUR',
      timezone: 'Europe/Berlin',
      isDefault: 0,
    });
    expect(await websites.byId(0)).toMatchObject({ code: 'admin', isDefault: 0 });
    expect(await websites.byId(99)).toBeUndefined();
    expect(await websites.standard()).toMatchObject({ id: 1, code: 'base', baseCurrency: 'USD', timezone: 'UTC' });
  });

  it('return store views by id and exact code, and the standard store view', async () => {
    expect(await app.get(Stores).byId(5)).toEqual({ id: 5, websiteId: 2, code: 'de' });
    expect(await app.get(Stores).byId(99)).toBeUndefined();
    const views = app.get(StoreViews);
    expect(await views.byCode('de')).toEqual({ storeId: 5, websiteId: 2, code: 'de' });
    expect(await views.byCode('DE')).toBeUndefined();
    expect(await views.byCode('de ')).toBeUndefined();
    expect(await views.standard()).toEqual({ storeId: 1, websiteId: 1, code: 'default' });
  });

  it("return as standard the default website's default store view, else its first, else all", async () => {
    const websites = app.get<RecordService<{ id: number }>>(serviceOf(websiteResource));
    const stores = app.get<RecordService<{ id: number }>>(serviceOf(storeResource));
    const standard = async () => (await app.get(StoreViews).standard()).code;
    const { id } = await websites.create({
      code: 'new',
      name: 'x',
      base_currency: 'EUR',
      timezone: 'UTC',
      is_default: 1,
    });
    expect(await app.get(StoreViews).standard()).toEqual({ storeId: 0, websiteId: 0, code: 'all' });
    const first = await stores.create({ code: 'first', name: 'x', website_id: id });
    const second = await stores.create({ code: 'second', name: 'x', website_id: id });
    expect(await standard()).toBe('first');
    await stores.update(second.id, { is_default: 1 });
    expect(await standard()).toBe('second');
    await websites.update(1, { is_default: 1 });
    expect(await standard()).toBe('default');
    await stores.remove(first.id);
  });

  it('return customers by id and exact number, and customer groups by id', async () => {
    const facts = { id: 7, customerNumber: 'C7', groupId: 1, websiteId: 2, isActive: 1 };
    const customers = app.get(Customers);
    expect(await customers.byId(7)).toEqual(facts);
    expect(await customers.byNumber('C7')).toEqual(facts);
    expect(await customers.byNumber('c7')).toBeUndefined();
    expect(await customers.byId(8)).toBeUndefined();
    expect(await app.get(CustomerGroups).exists(0)).toBe(true);
    expect(await app.get(CustomerGroups).exists(9)).toBe(false);
  });

  it('return products by exact SKU with all their amounts', async () => {
    const products = app.get(PricedProducts);
    const found = await products.bySkus(['Größe/1 %', 'GRÖSSE/1 %', 'größe/1 %', 'Größe/1 %']);
    expect([...found.keys()].sort()).toEqual(['Größe/1 %', 'größe/1 %'].sort());
    const lantern = found.get('Größe/1 %')!;
    expect(lantern).toEqual((await products.byIds([10])).get(10));
    expect(pricedProduct(lantern, 2)).toMatchObject({
      price: new Decimal(0),
      specialPrice: new Decimal(6),
      specialFrom: '2026-02-01',
      specialTo: '2026-02-28',
      cost: new Decimal('999999999.999999'),
    });
    expect(pricedProduct(lantern, 1)).toMatchObject({ price: new Decimal('10.5'), cost: null, msrp: new Decimal(3) });
    expect(pricedProduct(lantern, 1)).toMatchObject({
      id: 10,
      sku: 'Größe/1 %',
      name: 'Lantern',
      specialPrice: new Decimal(8),
      specialFrom: '2026-01-01',
      specialTo: null,
      categoryIds: [],
      attributes: { color: ['red', 'blue'] },
    });
    expect(lantern.isActive).toBe(1);
    expect(found.get('größe/1 %')).toMatchObject({ isActive: 0, price: null, websitePrices: [] });
    expect((await products.bySkus([])).size).toBe(0);
  });

  it('return tier prices of the group and all groups, for the website and all websites', async () => {
    const tiers = app.get(ProductTiers);
    const ids = async (reach: { groupId: number; websiteId: number | undefined }) =>
      ((await tiers.findTiers([10, 11, 12], reach)).get(10) ?? []).map(({ id }) => id);
    expect(await ids({ groupId: 1, websiteId: 1 })).toEqual([1, 2]);
    expect(await ids({ groupId: 0, websiteId: 1 })).toEqual([1, 3]);
    expect(await ids({ groupId: 0, websiteId: 2 })).toEqual([1, 3, 4]);
    expect(await ids({ groupId: 8, websiteId: undefined })).toEqual([1, 4]);
    const found = await tiers.findTiers([10, 11, 12], { groupId: 1, websiteId: 1 });
    expect(found.has(12)).toBe(false);
    expect(found.get(11)).toEqual([
      {
        recordType: 'productTierPrice',
        id: 5,
        parentId: null,
        name: null,
        websiteId: 1,
        qty: new Decimal('2.5'),
        value: new Decimal(5),
        applicationType: 1,
        priceAttribute: 'price',
        currency: null,
        fromDate: null,
        toDate: null,
      },
    ]);
    expect(found.get(10)?.map(({ qty, value }) => [qty.toFixed(), value.toFixed()])).toEqual([
      ['1', '9'],
      ['10', '8.123456'],
    ]);
  });

  it('query long lists in parts', async () => {
    const skus = Array.from({ length: 2000 }, (_, index) => `none-${index}`);
    expect([...(await app.get(PricedProducts).bySkus([...skus, 'Größe/1 %'])).keys()]).toEqual(['Größe/1 %']);
    const ids = Array.from({ length: 2000 }, (_, index) => index + 10);
    expect((await app.get(ProductTiers).findTiers(ids, { groupId: 1, websiteId: 1 })).size).toBe(2);
  });

  it('return each price setting from the most specific level', async () => {
    const inForce = app.get(SettingsInForce);
    const buyer = { websiteId: 2, groupId: 1, customerId: 7 };
    expect(await inForce.find(buyer)).toEqual(builtInSettings(CODES));
    const settings = app.get(LevelPriceSettings);
    const website = { websiteId: 0, customerGroupId: null, customerId: null };
    await settings.put(website, { priceSelect: 'highest', pricePrecision: 2, priceSortOrder: ['orig_price'] });
    await settings.put({ ...website, customerGroupId: 1 }, { mergePricelistQtys: 1, priceSelect: 'sort_order' });
    await settings.put({ websiteId: 2, customerGroupId: null, customerId: 7 }, { skipZeroPrice: 0 });
    expect(await inForce.find(buyer)).toMatchObject({
      priceSelect: 'sort_order',
      pricePrecision: 2,
      mergePricelistQtys: 1,
      skipZeroPrice: 0,
    });
    expect((await inForce.find(buyer)).priceSortOrder).toHaveLength(8);
    expect(await inForce.find({ websiteId: 1, groupId: 0, customerId: null })).toMatchObject({
      priceSelect: 'highest',
      mergePricelistQtys: 0,
      skipZeroPrice: 1,
    });
  });

  describe('credentials', () => {
    it('are found by email regardless of case on one website, by id and by number', async () => {
      const credentials = app.get(CustomerCredentials);
      const ada = await credentials.byEmail('aDA@example.com', 2);
      expect(ada).toMatchObject({ id: 7, passwordHash: 'hash of open sesame', isActive: true, websiteId: 2 });
      expect(await credentials.byEmail('ada@example.com', 1)).toBeUndefined();
      expect(await credentials.byId(7)).toEqual(ada);
      expect(await credentials.byNumber('C7')).toEqual(ada);
      expect(await credentials.byId(99)).toBeUndefined();
      expect(await credentials.defaultWebsite()).toBe(1);
    });

    it('get a new token version with a new password, on deactivation and on request', async () => {
      const credentials = app.get(CustomerCredentials);
      const service = app.get<RecordService<{ id: number }>>(serviceOf(customerResource));
      const version = async () => (await credentials.byId(7))!.tokenVersion;
      const first = await version();
      await service.update(7, { first_name: 'Ada' });
      expect(await version()).toBe(first);
      await service.update(7, { password: 'another sesame' });
      expect(await version()).toBe(first + 1);
      await service.update(7, { is_active: 0 });
      expect(await version()).toBe(first + 2);
      await service.update(7, { is_active: 1 });
      expect(await version()).toBe(first + 2);
      await service.update(7, { password: null });
      expect(await credentials.byId(7)).toMatchObject({ passwordHash: null, tokenVersion: first + 3 });
      await Promise.all(Array.from({ length: 10 }, () => credentials.raiseTokenVersion(7)));
      expect(await version()).toBe(first + 13);
    });

    it('get another token version when a deleted id is reused, so old tokens stay invalid', async () => {
      const credentials = app.get(CustomerCredentials);
      const service = app.get<RecordService<{ id: number }>>(serviceOf(customerResource));
      await service.create({ id: 70, email: 'x@example.com', password: 'open sesame' });
      const former = (await credentials.byId(70))!.tokenVersion;
      await service.remove(70);
      await service.create({ id: 70, email: 'x@example.com', password: 'open sesame' });
      expect((await credentials.byId(70))!.tokenVersion).not.toBe(former);
    });

    it('get a new token version without a password too, even concurrently', async () => {
      const credentials = app.get(CustomerCredentials);
      await app.get<RecordService<{ id: number }>>(serviceOf(customerResource)).create({ id: 72 });
      const version = async () => (await credentials.byId(72))!.tokenVersion;
      expect(await version()).toBe(0);
      const seen = await Promise.all(Array.from({ length: 5 }, () => credentials.raiseTokenVersion(72).then(version)));
      const last = await version();
      expect(last).toBe(Math.max(...seen));
      await credentials.raiseTokenVersion(72);
      expect(await version()).toBe(last + 1);
      await credentials.raiseTokenVersion(99);
    });

    it('are logged as account changes', async () => {
      const log = app.get(ChangeLog);
      const before = await log.version();
      await app.get(CustomerCredentials).raiseTokenVersion(7);
      expect(await log.since(before, 10)).toMatchObject([{ scope: 'account', id: 7 }]);
      await expect(
        app.get(Transactions).write(async () => {
          await app.get(CustomerCredentials).raiseTokenVersion(7);
          throw new Error('no');
        }),
      ).rejects.toThrow('no');
      expect(await log.version()).toBe(before + 1);
    });
  });
});
