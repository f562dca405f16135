import { Persistence } from '../../libs/database/index.js';
import { GRANT_PRICE_SETTINGS } from '../../src/commerce/migrations/20261129020100-price-settings-rights.js';
import { CommerceServer } from '../support/commerce-http.js';
import { describeOnDatabases } from '../support/databases.js';

describeOnDatabases('price settings', (kind) => {
  let shop: CommerceServer;
  beforeAll(async () => {
    shop = await CommerceServer.start(kind);
    for (const id of [2, 3, 4]) {
      await shop.post('websites', {
        website: { id, code: `w${id}`, name: 'x', base_currency: 'EUR', timezone: 'Europe/Berlin' },
      });
    }
    await shop.post('customers', { customer: { id: 7 } });
  });
  afterAll(() => shop.stop());

  const put = (path: string, settings: object) => shop.put(`priceSettings/${path}`, { priceSettings: settings });
  const get = async (path: string) => (await shop.get(`priceSettings/${path}`)).body as unknown;

  const ALL = {
    price_select: 'sort_order',
    price_sort_order: ['tier_price', 'orig_price'],
    individual_prices_are_final: 1,
    skip_zero_price: 0,
    merge_pricelist_qtys: 1,
    merge_matrix_qtys: 1,
    categoryprice_select: 'group',
  };
  const OF_WEBSITES = { price_precision: 0, prices_include_tax: 1, qty_1_means_any: 0 };

  it.each(['0', '1', '1/groups/0', '0/groups/1', '1/customers/7'])('at %s are empty at first', async (path) => {
    expect(await shop.get(`priceSettings/${path}`)).toMatchObject({ status: 200, body: {} });
    expect(await get(path)).toEqual({});
  });

  it.each([
    ['2', { ...ALL, ...OF_WEBSITES }],
    ['2/groups/0', ALL],
    ['2/customers/7', ALL],
  ])('at %s return all settings as sent', async (path, settings) => {
    expect((await put(path, settings)).body).toEqual(settings);
    const body = await get(path);
    expect(body).toEqual(settings);
    expect(Object.keys(body as object)).toEqual(Object.keys(settings));
    expect((await put(path, body as object)).body).toEqual(settings);
  });

  it('keep omitted fields, remove fields on null and accept camelCase', async () => {
    await put('3', { price_select: 'highest', skip_zero_price: 0 });
    expect((await put('3', { mergePricelistQtys: 1 })).body).toEqual({
      price_select: 'highest',
      skip_zero_price: 0,
      merge_pricelist_qtys: 1,
    });
    expect((await put('3', { price_select: null, merge_matrix_qtys: null })).body).toEqual({
      skip_zero_price: 0,
      merge_pricelist_qtys: 1,
    });
    expect(await get('3')).toEqual({ skip_zero_price: 0, merge_pricelist_qtys: 1 });
    expect((await put('3', { skip_zero_price: null, merge_pricelist_qtys: null })).body).toEqual({});
    expect(await get('3')).toEqual({});
    expect((await shop.delete('websites/3')).body).toBe(true);
  });

  it('are separate per level', async () => {
    await put('1', { price_select: 'lowest' });
    await put('1/groups/1', { price_select: 'highest' });
    await put('0/groups/1', { price_select: 'sort_order' });
    await put('1/customers/7', { skip_zero_price: 1 });
    expect(await get('1')).toEqual({ price_select: 'lowest' });
    expect(await get('1/groups/1')).toEqual({ price_select: 'highest' });
    expect(await get('0/groups/1')).toEqual({ price_select: 'sort_order' });
    expect(await get('1/customers/7')).toEqual({ skip_zero_price: 1 });
    expect(await get('0')).toEqual({});
  });

  it('of a group or customer can be deleted repeatedly, even if empty', async () => {
    await put('4/groups/1', { price_select: 'highest' });
    await put('4/customers/7', { price_select: 'highest' });
    for (const path of ['4/groups/1', '4/customers/7']) {
      expect(await shop.delete(`priceSettings/${path}`)).toMatchObject({ status: 200, body: true });
      expect(await get(path)).toEqual({});
      expect(await shop.delete(`priceSettings/${path}`)).toMatchObject({ status: 200, body: true });
    }
    expect(await shop.delete('priceSettings/99/groups/99')).toMatchObject({ status: 200, body: true });
    expect((await shop.delete('priceSettings/4')).status).toBe(404);
    expect((await shop.delete('websites/4')).body).toBe(true);
  });

  it.each([
    ['99', 'websiteId', 99],
    ['99/groups/1', 'websiteId', 99],
    ['1/groups/99', 'groupId', 99],
    ['1/customers/99', 'customerId', 99],
    ['-1', 'websiteId', -1],
  ])('at %s return 404', async (path, fieldName, fieldValue) => {
    const absent = { status: 404, body: { parameters: { fieldName, fieldValue } } };
    expect(await shop.get(`priceSettings/${path}`)).toMatchObject(absent);
    expect(await put(path, { price_select: 'lowest' })).toMatchObject(absent);
  });

  it.each<[string, object, string]>([
    ['1', { price_select: 'cheapest' }, 'price_select'],
    ['1', { categoryprice_select: 'lowest' }, 'categoryprice_select'],
    ['1', { price_sort_order: [] }, 'price_sort_order'],
    ['1', { price_sort_order: ['orig_price', 'orig_price'] }, 'price_sort_order'],
    ['1', { price_sort_order: ['orig_price', 'best_price'] }, 'price_sort_order'],
    ['1', { skip_zero_price: 2 }, 'skip_zero_price'],
    ['1', { price_precision: 7 }, 'price_precision'],
    ['1', { price_precision: -1 }, 'price_precision'],
    ['1/groups/1', { price_precision: 2 }, 'price_precision'],
    ['1/groups/1', { prices_include_tax: 0 }, 'prices_include_tax'],
    ['1/customers/7', { price_precision: 2 }, 'price_precision'],
    ['1/customers/7', { prices_include_tax: 1 }, 'prices_include_tax'],
    ['1', { qty_1_means_any: 2 }, 'qty_1_means_any'],
    ['1/groups/1', { qty_1_means_any: 0 }, 'qty_1_means_any'],
    ['1/customers/7', { qty1MeansAny: 1 }, 'qty_1_means_any'],
    ['1', { website_id: 1 }, 'website_id'],
    ['1', { id: 1 }, 'id'],
    ['1', { best_price: 1 }, 'best_price'],
  ])('at %s reject %j and change nothing', async (path, settings, fieldName) => {
    const before = await get(path);
    expect(await put(path, { ...settings, merge_matrix_qtys: 1 })).toMatchObject({
      status: 400,
      body: { parameters: { fieldName } },
    });
    expect(await get(path)).toEqual(before);
  });

  it('are all kept if the first ones are sent concurrently', async () => {
    const fields = [...Object.entries(ALL)].map(([name, value]) => ({ [name]: value }));
    for (let round = 0; round < 8; round += 1) {
      const answers = await Promise.all(fields.map((field) => put('0/groups/0', field)));
      expect(answers.map(({ status }) => status)).toEqual(fields.map(() => 200));
      expect(await get('0/groups/0')).toEqual(ALL);
      await shop.delete('priceSettings/0/groups/0');
    }
  });

  it('log each change with its website', async () => {
    const loggedByPut = (path: string, settings: object) => shop.loggedBy(() => put(path, settings));
    expect(await loggedByPut('2', { price_select: 'highest' })).toEqual([['settings', 2]]);
    expect(await loggedByPut('2', { price_select: 'highest' })).toEqual([]);
    expect(await loggedByPut('2', {})).toEqual([]);
    expect(await loggedByPut('2/groups/0', { price_select: 'highest' })).toEqual([['settings', 2]]);
    expect(await shop.loggedBy(() => shop.delete('priceSettings/2/groups/0'))).toEqual([['settings', 2]]);
    expect(await shop.loggedBy(() => shop.delete('priceSettings/2/groups/0'))).toEqual([]);
    expect(await loggedByPut('0/customers/7', { price_select: null })).toEqual([]);
  });
});

describeOnDatabases('rights of commerce', (kind) => {
  let shop: CommerceServer;
  beforeAll(async () => {
    shop = await CommerceServer.start(kind);
    await shop.post('customers', { customer: { id: 7, email: 'ada@example.com', password: 'open sesame' } });
  });
  afterAll(() => shop.stop());

  const VERBS = [
    ['GET', 'manage'],
    ['PUT', 'save'],
    ['DELETE', 'delete'],
  ] as const;
  const RIGHTS = ['_Commerce', '_PriceSettings'].flatMap((area) => VERBS.map(([, verb]) => `${area}::${verb}`));
  const PATHS = [
    'websites/1',
    'stores/1',
    'customerGroups/1',
    'customers/8',
    'categories/1',
    'products/1',
    'productTierPrices/1',
    'salesEntities/1',
    'products/sku/A',
    'customers/number/A',
    'priceSettings/1',
    'priceSettings/1/groups/1',
    'priceSettings/1/customers/8',
  ];

  it('are separate for each route and checked before body and record', async () => {
    const tokens = new Map<string, string>();
    for (const right of RIGHTS) {
      const { body } = await shop.ask('POST', 'access/integrations', {
        integration: { name: right, resources: [right] },
      });
      tokens.set(right, (await shop.ask('POST', `access/integrations/${body.id}/rotate`)).body as string);
    }
    const customer = (
      await shop.ask('POST', 'integration/customer/token', { username: 'ada@example.com', password: 'open sesame' }, '')
    ).body as string;
    for (const path of PATHS) {
      for (const [verb, name] of VERBS) {
        const right = `${path.startsWith('priceSettings') ? '_PriceSettings' : '_Commerce'}::${name}`;
        if (verb === 'DELETE' && (path === 'priceSettings/1' || path === 'customers/number/A')) continue;
        const send = (token: string) =>
          shop.ask(verb, `commerce/${path}`, verb === 'PUT' ? { nonsense: 1 } : undefined, token);
        const refused = { body: { parameters: { resources: right } } };
        expect(await send('')).toMatchObject({ status: 401, ...refused });
        expect(await send(customer)).toMatchObject({ status: 403, ...refused });
        for (const other of RIGHTS) {
          const { status } = await send(tokens.get(other) ?? '');
          if (other !== right) expect([path, verb, other, status]).toEqual([path, verb, other, 403]);
          else if (verb !== 'DELETE') expect([200, 400, 404]).toContain(status);
        }
      }
    }
  });

  it('for price settings are granted by the migration to holders of shop rights', async () => {
    const stored = async (resources: readonly string[]) => {
      const name = resources.join(' ');
      const integration = (await shop.ask('POST', 'access/integrations', { integration: { name, resources } })).body;
      const role = (await shop.ask('POST', 'access/roles', { role: { name, resources } })).body;
      return { name, integration: integration.id as number, role: role.id as number };
    };
    const some = [
      await stored(['_Commerce::manage', '_Pricing::manage']),
      await stored(['_Commerce::save', '_Commerce::delete']),
      await stored(['_Commerce::all']),
      await stored(['_Commerce::credentials', '_Pricing::manage']),
      await stored(['_Commerce::manage', '_PriceSettings::manage']),
    ];
    const { connections, database } = shop.app.get<Persistence>(Persistence);
    for (let twice = 0; twice < 2; twice += 1) await connections.schema((runner) => GRANT_PRICE_SETTINGS.up(runner));
    const found: unknown[] = [];
    for (const { integration, role } of some) {
      const [one] = await database.query<{ resources: string }>('SELECT resources FROM integration WHERE id = ?', [
        integration,
      ]);
      const [other] = await database.query<{ resources: string }>('SELECT resources FROM admin_role WHERE id = ?', [
        role,
      ]);
      expect(other).toEqual(one);
      found.push(JSON.parse(one?.resources ?? '[]'));
    }
    expect(found).toEqual([
      ['_Commerce::manage', '_Pricing::manage', '_PriceSettings::manage'],
      ['_Commerce::save', '_Commerce::delete', '_PriceSettings::save', '_PriceSettings::delete'],
      ['_Commerce::all', '_PriceSettings::all'],
      ['_Commerce::credentials', '_Pricing::manage'],
      ['_Commerce::manage', '_PriceSettings::manage'],
    ]);
  });
});
