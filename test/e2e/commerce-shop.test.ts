import { startApp, type TestApp } from '../support/app.js';
import { describeOnDatabases } from '../support/databases.js';

/** Requests that clients of the shop platform send first (commerce.md, "In the platform's format"). */
describeOnDatabases("the shop in the platform's format", (database) => {
  let app: TestApp;
  let token: string;
  const ask = (path: string, headers: Readonly<Record<string, string>> = {}) =>
    app.call('GET', path, undefined, token, headers);
  const get = async (path: string): Promise<unknown> => {
    const { status, body } = await ask(path);
    expect(status).toBe(200);
    return body;
  };

  beforeAll(async () => {
    app = await startApp({ database, settings: { PUBLIC_BASE_URL: 'https://prices.example/kontor' } });
    token = await app.integrationToken('_Commerce::manage');
    const website = { id: 3, code: 'us', name: 'States', base_currency: 'USD', timezone: 'America/New_York' };
    await app.good('POST', '/rest/V1/commerce/websites', { website });
    await app.good('POST', '/rest/V1/commerce/websites', {
      website: { ...website, id: 4, code: 'empty', name: 'Nothing yet' },
    });
    const store = { website_id: 3, locale: 'en_US' };
    await app.good('POST', '/rest/V1/commerce/stores', { store: { ...store, id: 5, code: 'us_old', name: 'Old' } });
    await app.good('POST', '/rest/V1/commerce/stores', {
      store: { ...store, id: 6, code: 'us_new', name: 'New', is_default: 1 },
    });
    await app.good('PUT', '/rest/V1/commerce/stores/1', { store: { locale: 'de_DE' } });
    await app.good('PUT', '/rest/V1/commerce/websites/1', {
      website: { timezone: 'Europe/Berlin', base_currency: 'EUR' },
    });
  });
  afterAll(() => app.close());

  it('returns websites, including website 0', async () => {
    expect(await get('/rest/V1/store/websites')).toEqual([
      { id: 0, code: 'admin', name: 'Admin', default_group_id: 0 },
      { id: 1, code: 'base', name: 'Main Website', default_group_id: 1 },
      { id: 3, code: 'us', name: 'States', default_group_id: 3 },
      { id: 4, code: 'empty', name: 'Nothing yet', default_group_id: 4 },
    ]);
  });

  it('returns one store group per website, with its default store view and root category', async () => {
    const group = (id: number, code: string, name: string, store: number, root: number) => ({
      id,
      website_id: id,
      root_category_id: root,
      default_store_id: store,
      name,
      code,
    });
    const groups = (root: number) => [
      group(0, 'admin', 'Admin', 0, 0),
      group(1, 'base', 'Main Website', 1, root),
      group(3, 'us', 'States', 6, root),
      group(4, 'empty', 'Nothing yet', 0, root),
    ];
    expect(await get('/rest/V1/store/storeGroups')).toEqual(groups(0));
    const { id: root } = await app.good('POST', '/rest/V1/commerce/categories', { category: { id: 2, name: 'Root' } });
    await app.good('POST', '/rest/V1/commerce/categories', { category: { name: 'Below', parent_id: root } });
    expect(await get('/rest/V1/store/storeGroups')).toEqual(groups(2));
    await app.good('POST', '/rest/V1/commerce/categories', { category: { name: 'Another root' } });
    expect(await get('/rest/V1/store/storeGroups')).toEqual(groups(0));
  });

  it('returns store views, including store 0', async () => {
    const view = (id: number, code: string, name: string, website: number) => ({
      id,
      code,
      name,
      website_id: website,
      store_group_id: website,
      is_active: 1,
    });
    expect(await get('/rest/V1/store/storeViews')).toEqual([
      view(0, 'admin', 'Admin', 0),
      view(1, 'default', 'Default Store View', 1),
      view(5, 'us_old', 'Old', 3),
      view(6, 'us_new', 'New', 3),
    ]);
  });

  it('returns settings of the requested store views, without store 0', async () => {
    const url = 'https://prices.example/kontor/';
    const urls = Object.fromEntries(
      ['base_url', 'base_link_url', 'base_static_url', 'base_media_url'].flatMap((name) => [
        [name, url],
        [`secure_${name}`, url],
      ]),
    );
    const german = {
      id: 1,
      code: 'default',
      website_id: 1,
      locale: 'de_DE',
      base_currency_code: 'EUR',
      default_display_currency_code: 'EUR',
      timezone: 'Europe/Berlin',
      weight_unit: 'kgs',
      ...urls,
    };
    const american = { locale: 'en_US', base_currency_code: 'USD', timezone: 'America/New_York', weight_unit: 'lbs' };
    expect(await get('/rest/V1/store/storeConfigs')).toMatchObject([
      german,
      { id: 5, code: 'us_old', ...american },
      { id: 6, code: 'us_new', ...american },
    ]);
    expect(await get('/rest/V1/store/storeConfigs?storeCodes[]=default')).toEqual([german]);
    expect(await get('/rest/V1/store/storeConfigs?storeCodes=default')).toEqual([german]);
    expect(await get('/rest/V1/store/storeConfigs?storeCodes[]=us_old&storeCodes[]=nowhere')).toMatchObject([
      { id: 5 },
    ]);
  });

  it('returns the installed modules, whatever the search criteria', async () => {
    const modules = await get('/rest/V1/modules?searchCriteria[pageSize]=5');
    expect(modules).toEqual([
      'Kontor_Access',
      'Kontor_Commerce',
      'Kontor_PricingCustomer',
      'Kontor_PricingList',
      'Kontor_PricingCategory',
      'Kontor_PricingMatrix',
      'Kontor_PricingCalc',
      'Kontor_Dpp',
      'Kontor_CustomerDocuments',
      'Kontor_Jobs',
      'Kontor_Audit',
      'Kontor_Webhooks',
      'Kontor_ImportExport',
      'Kontor_Desk',
    ]);
    expect(await get('/rest/V1/modules?searchCriteria')).toEqual(modules);
  });

  it.each(['store/websites', 'store/storeGroups', 'store/storeViews', 'store/storeConfigs', 'modules'])(
    'requires the right to read the shop for %s',
    async (path) => {
      expect((await app.call('GET', `/rest/V1/${path}`)).status).toBe(401);
      const other = await app.integrationToken('_Commerce::save');
      expect((await app.call('GET', `/rest/V1/${path}`, undefined, other)).status).toBe(403);
      const { token: customer } = await app.customer();
      expect((await app.call('GET', `/rest/V1/${path}`, undefined, customer)).status).toBe(403);
    },
  );
});

it('GET /V1/modules omits add-ons that are switched off', async () => {
  const app = await startApp({ addOns: ['dpp'] });
  try {
    expect(await app.good('GET', '/rest/V1/modules')).toEqual([
      'Kontor_Access',
      'Kontor_Commerce',
      'Kontor_Dpp',
      'Kontor_Jobs',
      'Kontor_Audit',
      'Kontor_Webhooks',
      'Kontor_ImportExport',
      'Kontor_Desk',
    ]);
  } finally {
    await app.close();
  }
});
