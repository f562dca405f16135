import { CommerceServer } from '../support/commerce-http.js';
import { describeOnDatabases } from '../support/databases.js';

describeOnDatabases('websites, store views and groups', (kind) => {
  let shop: CommerceServer;
  beforeAll(async () => {
    shop = await CommerceServer.start(kind);
  });
  afterAll(() => shop.stop());

  const website = (fields: object) => shop.post('websites', { website: { ...WEBSITE, ...fields } });
  const store = (fields: object) => shop.post('stores', { store: { ...STORE, ...fields } });
  const WEBSITE = { name: 'x', base_currency: 'EUR', timezone: 'Europe/Berlin' };
  const STORE = { name: 'x', website_id: 1 };
  const defaults = async (path: string, more = '') => {
    const { body } = await shop.get(
      `${path}/search?searchCriteria[filterGroups][0][filters][0][field]=is_default` +
        `&searchCriteria[filterGroups][0][filters][0][value]=1${more}`,
    );
    return (body.items as { id: number }[]).map(({ id }) => id);
  };
  const ofWebsite = (id: number) =>
    '&searchCriteria[filterGroups][1][filters][0][field]=website_id' +
    `&searchCriteria[filterGroups][1][filters][0][value]=${id}`;

  it('have defaults in a new database', async () => {
    const all = async (path: string) => (await shop.get(`${path}/search?searchCriteria=`)).body.items as unknown;
    expect(await all('websites')).toEqual([
      { id: 0, code: 'admin', name: 'Admin', base_currency: 'USD', timezone: 'UTC', is_default: 0 },
      { id: 1, code: 'base', name: 'Main Website', base_currency: 'USD', timezone: 'UTC', is_default: 1 },
    ]);
    expect(await all('stores')).toMatchObject([
      { id: 0, website_id: 0, is_default: 0 },
      { id: 1, code: 'default', website_id: 1, is_default: 1, locale: null, issuer: null },
    ]);
    expect(await all('customerGroups')).toEqual([
      { id: 0, code: 'NOT LOGGED IN' },
      { id: 1, code: 'General' },
    ]);
  });

  it.each([
    ['websites', 'website', ['code', 'name', 'base_currency', 'timezone']],
    ['stores', 'store', ['code', 'name', 'website_id']],
    ['customerGroups', 'customerGroup', ['code']],
    ['categories', 'category', ['name']],
    ['products', 'product', ['sku', 'name']],
    ['productTierPrices', 'productTierPrice', ['product_id', 'qty', 'value']],
    ['salesEntities', 'salesEntity', ['entity_type', 'entity_id']],
  ])('report every missing required field of %s by name', async (path, wrapper, names) => {
    const { status, body } = await shop.post(path, { [wrapper]: {} });
    expect(status).toBe(400);
    const faults = (body.errors ?? [body]) as { message: string; parameters: { fieldName: string } }[];
    expect(faults.map(({ parameters }) => parameters.fieldName)).toEqual(names);
  });

  it.each([
    ['websites/0', 'website', { name: 'x' }],
    ['stores/0', 'store', { name: 'x' }],
    ['customerGroups/0', 'customerGroup', { code: 'x' }],
  ])('accept %s unchanged, but reject changing or deleting it', async (path, wrapper, change) => {
    const { body } = await shop.get(path);
    expect(await shop.put(path, { [wrapper]: body as unknown })).toMatchObject({ status: 200, body });
    expect((await shop.put(path, { [wrapper]: change })).status).toBe(400);
    expect((await shop.delete(path)).status).toBe(400);
    expect((await shop.get(path)).body).toEqual(body);
  });

  it('accept a given id and reject one that is taken', async () => {
    expect(await website({ id: 42, code: 'given' })).toMatchObject({ status: 200, body: { id: 42, is_default: 0 } });
    expect((await website({ id: 42, code: 'again' })).status).toBe(400);
    expect((await website({ id: 43, code: 'given' })).body).toEqual({
      message: 'A website with this code already exists. Choose another code.',
    });
    const made = await website({ code: 'made' });
    expect(made.body.id).toBeGreaterThan(42);
  });

  it.each([
    [{ base_currency: 'EURO' }, 'base_currency'],
    [{ base_currency: 'XYZ' }, 'base_currency'],
    [{ timezone: 'Europe/Bonn' }, 'timezone'],
    [{ is_default: 2 }, 'is_default'],
  ])('reject a website with %j', async (fields, fieldName) => {
    expect(await website({ code: 'bad', ...fields })).toMatchObject({
      status: 400,
      body: { parameters: { fieldName } },
    });
  });

  it('always have exactly one default website', async () => {
    expect((await shop.put('websites/1', { website: { is_default: 0 } })).status).toBe(400);
    const born = await website({ code: 'born', is_default: 1 });
    expect(born.body).toMatchObject({ is_default: 1 });
    expect(await defaults('websites')).toEqual([born.body.id]);
    expect((await shop.delete(`websites/${born.body.id}`)).status).toBe(400);
    const back = await shop.put('websites/1', { website: { is_default: 1, name: 'Main' } });
    expect(back.body).toMatchObject({ id: 1, is_default: 1, name: 'Main' });
    expect(await defaults('websites')).toEqual([1]);
    expect((await shop.get(`websites/${born.body.id}`)).body).toMatchObject({ is_default: 0, code: 'born' });
    expect(await shop.delete(`websites/${born.body.id}`)).toMatchObject({ status: 200, body: true });
  });

  it('keep the default website when a new one is rejected', async () => {
    expect((await website({ code: 'base', is_default: 1 })).status).toBe(400);
    expect(await defaults('websites')).toEqual([1]);
  });

  it('have one default website after many concurrent changes of it, which all succeed', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => website({ code: `race${index}`, is_default: 1 })),
    );
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect(await defaults('websites')).toHaveLength(1);
    const ids = answers.map(({ body }) => body.id as number);
    const puts = await Promise.all([1, ...ids].map((id) => shop.put(`websites/${id}`, { website: { is_default: 1 } })));
    expect(puts.map(({ status }) => status)).toEqual(puts.map(() => 200));
    expect(await defaults('websites')).toHaveLength(1);
    await shop.put('websites/1', { website: { is_default: 1 } });
    expect(await defaults('websites')).toEqual([1]);
  });

  it('create one of 50 equal websites sent at once', async () => {
    const answers = await Promise.all(Array.from({ length: 50 }, () => website({ code: 'once' })));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(49);
  });

  it.each(['all', 'admin', 'v1', 'V', 'de-at', '1de', 'de at', ''])('reject the store view code "%s"', async (code) => {
    expect(await store({ code })).toMatchObject({ status: 400, body: { parameters: { fieldName: 'code' } } });
  });

  it('have one default store view per website', async () => {
    const { body: other } = await website({ code: 'stores' });
    const a = await store({
      code: 'a',
      website_id: other.id,
      is_default: 1,
      locale: 'de_AT',
      issuer: { name: 'Acme' },
    });
    expect(a.body).toMatchObject({
      is_default: 1,
      locale: 'de_AT',
      issuer: { name: 'Acme', url: null, operator_id: null },
    });
    expect(await defaults('stores', ofWebsite(1))).toEqual([1]);
    const b = await store({ code: 'b', website_id: other.id, is_default: 1 });
    expect(await defaults('stores', ofWebsite(other.id as number))).toEqual([b.body.id]);
    expect((await shop.put(`stores/${b.body.id}`, { store: { is_default: 0 } })).status).toBe(400);
    expect((await shop.delete(`stores/${b.body.id}`)).status).toBe(400);
    // A default store view can leave its website only as the last one.
    const moving = { store: { website_id: 1, is_default: 0 } };
    expect((await shop.put(`stores/${b.body.id}`, moving)).status).toBe(400);
    expect((await shop.delete(`stores/${a.body.id}`)).body).toBe(true);
    expect((await shop.put(`stores/${b.body.id}`, moving)).body).toMatchObject({ website_id: 1, is_default: 0 });
    expect(await defaults('stores', ofWebsite(1))).toEqual([1]);
    expect((await shop.delete(`stores/${b.body.id}`)).body).toBe(true);
    expect((await shop.delete(`websites/${other.id}`)).body).toBe(true);
  });

  it('report a separate error for each row of a call', async () => {
    const { body: other } = await website({ code: 'rows' });
    const ids = [];
    for (const code of ['row1', 'row2', 'row3']) ids.push((await store({ code, website_id: other.id })).body.id);
    await shop.put(`stores/${ids[1]}`, { store: { is_default: 1 } });
    const { body } = await shop.post('stores/bulk', {
      records: [
        { id: ids[0], code: 'default' },
        { id: ids[1], website_id: 1 },
        { id: ids[2], name: 'stored' },
      ],
    });
    expect(body.items.map(({ status }: { status: string }) => status)).toEqual(['failed', 'failed', 'updated']);
    expect(body.items[0].error.message).toContain('already exists');
    expect(body.items[1].error.message).toContain('cannot be moved');
  });

  it('have one default store view after many concurrent changes of it', async () => {
    const { body: other } = await website({ code: 'storerace' });
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) => store({ code: `sr${index}`, website_id: other.id, is_default: 1 })),
    );
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect(await defaults('stores', ofWebsite(other.id as number))).toHaveLength(1);
  });

  it('require an existing website other than 0 for a store view', async () => {
    for (const website_id of [0, 999]) {
      expect(await store({ code: 'lost', website_id })).toMatchObject({
        status: 400,
        body: { parameters: { fieldName: 'website_id', value: website_id } },
      });
    }
  });

  it('reject deleting store 1 and website 1', async () => {
    expect((await shop.delete('stores/1')).body.message).toBe(
      'The default store view cannot be deleted. Make another store view the default first.',
    );
    expect((await shop.delete('websites/1')).body.message).toBe(
      'The default website cannot be deleted. Make another website the default first.',
    );
  });

  it('report the users of a record that cannot be deleted', async () => {
    const { body: used } = await website({ code: 'used' });
    const { body: group } = await shop.post('customerGroups', { customerGroup: { code: 'Used' } });
    const users: readonly (readonly [string, string, object])[] = [
      ['store views', 'stores', { store: { code: 'used', name: 'x', website_id: used.id } }],
      ['customers', 'customers', { customer: { website_id: used.id, group_id: group.id } }],
      [
        'products',
        'products',
        { product: { sku: 'used', name: 'x', website_prices: [{ website_id: used.id, price: 1 }] } },
      ],
      [
        'product tier prices',
        'productTierPrices',
        { productTierPrice: { sku: 'used', website_id: used.id, customer_group_id: group.id, qty: 1, value: 1 } },
      ],
    ];
    const made: (readonly [string, number])[] = [];
    for (const [, path, body] of users) made.push([path, (await shop.post(path, body)).body.id as number]);
    await shop.put(`priceSettings/${used.id}/groups/${group.id}`, { priceSettings: { price_select: 'highest' } });
    const refusal = async (path: string) => {
      const { status, body } = await shop.delete(path);
      expect(status).toBe(400);
      return (body.parameters.users as string).split(', ').sort();
    };
    expect(await refusal(`websites/${used.id}`)).toEqual([
      'customers',
      'price settings',
      'product tier prices',
      'products',
      'store views',
    ]);
    expect(await refusal(`customerGroups/${group.id}`)).toEqual(['customers', 'price settings', 'product tier prices']);
    await shop.delete(`priceSettings/${used.id}/groups/${group.id}`);
    for (const [path, id] of made.toReversed()) expect((await shop.delete(`${path}/${id}`)).body).toBe(true);
    expect((await shop.delete(`websites/${used.id}`)).body).toBe(true);
    expect((await shop.delete(`customerGroups/${group.id}`)).body).toBe(true);
  });

  it('log only changes that affect prices', async () => {
    const { body: other } = await website({ code: 'log' });
    const { body: view } = await store({ code: 'log', website_id: other.id });
    const everything = [['everything', null]];
    const loggedByPut = (path: string, wrapper: string, fields: object) =>
      shop.loggedBy(() => shop.put(path, { [wrapper]: fields }));
    expect(await loggedByPut(`websites/${other.id}`, 'website', { name: 'other' })).toEqual([]);
    expect(await loggedByPut(`websites/${other.id}`, 'website', { base_currency: 'EUR' })).toEqual([]);
    expect(await loggedByPut(`websites/${other.id}`, 'website', { base_currency: 'GBP' })).toEqual(everything);
    expect(await loggedByPut(`websites/${other.id}`, 'website', { timezone: 'UTC' })).toEqual(everything);
    expect(
      await loggedByPut(`stores/${view.id}`, 'store', { name: 'other', locale: 'de_DE', issuer: { name: 'x' } }),
    ).toEqual([]);
    expect(await loggedByPut(`stores/${view.id}`, 'store', { website_id: 1 })).toEqual(everything);
    expect(await loggedByPut(`stores/${view.id}`, 'store', { is_default: 1 })).toEqual(everything);
    await shop.put('stores/1', { store: { is_default: 1 } });
    expect(await shop.loggedBy(() => shop.post('customerGroups', { customerGroup: { code: 'Log' } }))).toEqual(
      everything,
    );
  });
});
