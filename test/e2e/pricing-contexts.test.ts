import { startApp, type TestApp } from '../support/app.js';
import { describeOnDatabases } from '../support/databases.js';
import { Shop } from '../support/shop.js';

type Values = Readonly<Record<string, unknown>>;

/** Two websites with different currencies and prices, and customers of one, the other or both. */
describeOnDatabases('prices by caller and website', (database) => {
  let app: TestApp;
  let shop: Shop;
  let sku: string;
  let here: { id: number; token: string };
  let everywhere: { id: number; token: string };
  let there: { id: number; token: string };
  let euros: number;
  let germanStore: number;
  let wholesale: number;

  beforeAll(async () => {
    app = await startApp({ database });
    shop = new Shop(app);
    const website = { code: 'de', name: 'Germany', base_currency: 'EUR', timezone: 'Europe/Berlin' };
    euros = (await shop.commerce('websites', 'website', website)).id;
    const store = { code: 'german', name: 'German', website_id: euros, is_default: 1 };
    germanStore = (await shop.commerce('stores', 'store', store)).id;
    wholesale = (await shop.commerce('customerGroups', 'customerGroup', { code: 'Wholesale' })).id;
    sku = await shop.product({ price: 10, website_prices: [{ website_id: euros, price: 20 }] });
    here = await app.customer({ website_id: 1 });
    everywhere = await app.customer({ website_id: 0 });
    // Moved afterwards, because the helper signs in on the default website.
    there = await app.customer({ website_id: 0 });
    await app.good('PUT', `/rest/V1/commerce/customers/${there.id}`, { customer: { website_id: euros } });
    await shop.customerPrice({ customer_id: here.id, sku, value: 9 });
    await shop.customerPrice({ customer_id: everywhere.id, sku, value: 8 });
    await shop.customerPrice({ customer_id: there.id, sku, value: 18 });
    await shop.list({}, [{ sku, price: 9.5 }], { groups: [wholesale] });
    await shop.list({}, [{ sku, price: 9.9, currency: 'USD' }], { groups: [0] });
  });

  afterAll(() => app.close());

  const final = (path: string, question: Values, token?: string) =>
    app.call('POST', `/rest/${path}/get-final-price`, { sku, ...question }, token);

  const said = async (path: string, question: Values, token?: string) => {
    const { status, body } = await final(path, question, token);
    return status === 200 ? [body.customer_id, body.website_id, body.currency, body.final_price] : [status];
  };

  describe('for the same basket', () => {
    it('differ for administrators, integrations, customers and anonymous callers', async () => {
      const integration = await app.integrationToken('_Pricing::calculate');
      const basket = { items: [{ sku, qty: 2 }] };
      const ask = async (path: string, token?: string, question: Values = {}) => {
        const { body } = await app.call(
          'POST',
          `/rest/V1/pricing/${path}get-multi-price`,
          { ...basket, ...question },
          token,
        );
        return [body.items[0].final_price, body.items[0].customer_id, body.items[0].customer_group_id];
      };
      expect(await ask('', await app.adminToken(), { customer_id: everywhere.id })).toEqual([8, everywhere.id, 1]);
      expect(await ask('', integration, { customer_id: here.id })).toEqual([9, here.id, 1]);
      expect(await ask('', integration, { customer_group_id: wholesale })).toEqual([9.5, null, wholesale]);
      expect(await ask('', integration)).toEqual([9.9, null, 0]);
      expect(await ask('me/', here.token)).toEqual([9, here.id, 1]);
      expect(await ask('context/', here.token)).toEqual([9, here.id, 1]);
      expect(await ask('context/')).toEqual([9.9, null, 0]);
    });

    it.each(['get-final-price', 'get-multi-price'])('are refused by %s for other kinds of callers', async (route) => {
      const admin = await app.adminToken();
      const integration = await app.integrationToken('_Customerprice::manage');
      const status = async (path: string, token?: string) =>
        (await app.call('POST', `/rest/V1/pricing/${path}${route}`, {}, token)).status;
      expect(await status('')).toBe(401);
      expect(await status('', 'forged')).toBe(401);
      expect(await status('', here.token)).toBe(403);
      expect(await status('', integration)).toBe(403);
      expect(await status('me/')).toBe(401);
      expect(await status('me/', 'forged')).toBe(401);
      expect(await status('me/', admin)).toBe(403);
      expect(await status('context/', 'forged')).toBe(401);
      expect(await status('context/', admin)).toBe(403);
      // The others were refused before the empty body was validated.
      expect(await status('', admin)).toBe(400);
    });
  });

  describe('for a buyer that an integration names', () => {
    it.each<[string, () => Values, number, Values]>([
      ['an unknown customer', () => ({ customer_id: 99_999 }), 404, { fieldName: 'customer_id', fieldValue: 99_999 }],
      ['an unknown group', () => ({ customer_group_id: 77 }), 404, { fieldName: 'customer_group_id', fieldValue: 77 }],
      [
        "a group other than the customer's",
        () => ({ customer_id: here.id, customer_group_id: 0 }),
        400,
        { fieldName: 'customer_group_id', value: 0 },
      ],
    ])('return an error for %s', async (_, question, status, parameters) => {
      const answer = await final('V1/pricing', question(), await app.adminToken());
      expect([answer.status, answer.body.parameters]).toEqual([status, parameters]);
    });

    it('accept the customer with the correct group', async () => {
      const question = { customer_id: here.id, customer_group_id: 1 };
      expect(await said('V1/pricing', question, await app.adminToken())).toEqual([here.id, 1, 'USD', 9]);
    });

    it('return 404 for an inactive customer', async () => {
      const { id } = await shop.commerce('customers', 'customer', { customer_number: 'idle', is_active: 0 });
      const { status, body } = await final('V1/pricing', { customer_id: id }, await app.adminToken());
      expect([status, body.parameters.fieldName]).toEqual([404, 'customer_id']);
    });
  });

  describe('by website, store and currency', () => {
    it.each<[string, string, () => Values, () => unknown[]]>([
      ['use the default website for anonymous callers', 'V1', () => ({}), () => [null, 1, 'USD', 9.9]],
      ['use the store of the path', 'german/V1', () => ({}), () => [null, euros, 'EUR', 20]],
      ['use the website of the customer', 'V1', () => ({ customer_id: there.id }), () => [there.id, euros, 'EUR', 18]],
      [
        'use the default website for a customer of website 0',
        'V1',
        () => ({ customer_id: everywhere.id }),
        () => [everywhere.id, 1, 'USD', 8],
      ],
      [
        'prefer the website of the path to that of the customer',
        'german/V1',
        () => ({ customer_id: everywhere.id }),
        () => [everywhere.id, euros, 'EUR', 8],
      ],
      ['accept a website id', 'V1', () => ({ website_id: euros }), () => [null, euros, 'EUR', 20]],
      ['accept a store id', 'V1', () => ({ store_id: germanStore }), () => [null, euros, 'EUR', 20]],
      [
        'prefer the store of the body to that of the path',
        'german/V1',
        () => ({ store_id: 1 }),
        () => [null, 1, 'USD', 9.9],
      ],
      [
        'accept a store with its website',
        'V1',
        () => ({ store_id: germanStore, website_id: euros }),
        () => [null, euros, 'EUR', 20],
      ],
      ['reject a store with another website', 'V1', () => ({ store_id: germanStore, website_id: 1 }), () => [400]],
      ['use the default website for store 0', 'V1', () => ({ store_id: 0 }), () => [null, 1, 'USD', 9.9]],
      ['use the default website for website 0', 'V1', () => ({ website_id: 0 }), () => [null, 1, 'USD', 9.9]],
      [
        'accept store 0 with the default website',
        'V1',
        () => ({ store_id: 0, website_id: 1 }),
        () => [null, 1, 'USD', 9.9],
      ],
      ['reject store 0 with another website', 'V1', () => ({ store_id: 0, website_id: euros }), () => [400]],
      ['use the default website for `all` in the path', 'all/V1', () => ({}), () => [null, 1, 'USD', 9.9]],
      ['reject an unknown store', 'V1', () => ({ store_id: 99 }), () => [400]],
      ['reject an unknown website', 'V1', () => ({ website_id: 99 }), () => [400]],
      ['reject a customer of another website', 'V1', () => ({ customer_id: here.id, website_id: euros }), () => [400]],
      [
        'reject a customer of another website than that of the path',
        'german/V1',
        () => ({ customer_id: here.id }),
        () => [400],
      ],
      [
        'reject another currency for the customer',
        'V1',
        () => ({ customer_id: here.id, currency: 'EUR' }),
        () => [400],
      ],
      ['reject an unknown currency', 'V1', () => ({ currency: 'XYZ' }), () => [400]],
      ['return 400 for an unknown store code', 'french/V1', () => ({}), () => [400]],
    ])('%s', async (_, path, question, expected) => {
      expect(await said(`${path}/pricing`, question(), await app.adminToken())).toEqual(expected());
    });
  });

  describe('at /me/', () => {
    it.each<[string, string, () => string, () => unknown[]]>([
      ['use the website of the customer', 'V1', () => there.token, () => [there.id, euros, 'EUR', 18]],
      [
        'use the default website for a customer of website 0',
        'V1',
        () => everywhere.token,
        () => [everywhere.id, 1, 'USD', 8],
      ],
      ['use the store of the path', 'german/V1', () => everywhere.token, () => [everywhere.id, euros, 'EUR', 8]],
      [
        'accept the store of the customer in the path',
        'german/V1',
        () => there.token,
        () => [there.id, euros, 'EUR', 18],
      ],
      ['return 403 for a store of another website', 'german/V1', () => here.token, () => [403]],
      [
        'return 403 for the default store if the customer is of another website',
        'default/V1',
        () => there.token,
        () => [403],
      ],
    ])('%s', async (_, path, token, expected) => {
      expect(await said(`${path}/pricing/me`, {}, token())).toEqual(expected());
    });

    it('accept a currency, without conversion', async () => {
      const { status, body } = await final('V1/pricing/me', { currency: 'EUR' }, here.token);
      expect([status, body.message]).toEqual([
        400,
        'The product with the SKU "%sku" has no price for this buyer. Add a price, or request another product.',
      ]);
      await shop.customerPrice({ customer_id: here.id, sku, value: 7, currency: 'EUR' });
      expect(await said('V1/pricing/me', { currency: 'EUR' }, here.token)).toEqual([here.id, 1, 'EUR', 7]);
    });
  });

  describe('at /context/', () => {
    it.each<[string, string, () => string | undefined, () => unknown[]]>([
      [
        'use the default website for anonymous callers without a store code',
        'V1',
        () => undefined,
        () => [null, 1, 'USD', 9.9],
      ],
      ['use the store of the path for anonymous callers', 'german/V1', () => undefined, () => [null, euros, 'EUR', 20]],
      ['use the default website for its customers', 'V1', () => here.token, () => [here.id, 1, 'USD', 9]],
      [
        'use the store of the path for a customer of website 0',
        'german/V1',
        () => everywhere.token,
        () => [everywhere.id, euros, 'EUR', 8],
      ],
      ['accept a customer on their website', 'german/V1', () => there.token, () => [there.id, euros, 'EUR', 18]],
      ['return 403 for a customer on another website', 'german/V1', () => here.token, () => [403]],
      ['return 403 for a customer of another website without a store code', 'V1', () => there.token, () => [403]],
    ])('%s', async (_, path, token, expected) => {
      expect(await said(`${path}/pricing/context`, {}, token())).toEqual(expected());
    });

    it('return 401 for an invalid token', async () => {
      expect(await said('V1/pricing/context', {}, 'expired')).toEqual([401]);
    });
  });

  it.each(['me', 'context'])(
    'at /%s/ return 403 with the name of another website, after checking the token',
    async (path) => {
      const gone = await app.customer({ website_id: 1 });
      await app.good('POST', '/rest/V1/integration/customer/revoke-customer-token', undefined, gone.token);
      for (const route of ['get-final-price', 'get-multi-price']) {
        const body = route === 'get-final-price' ? { sku } : { skus: [sku] };
        const ask = (token: string) => app.call('POST', `/rest/german/V1/pricing/${path}/${route}`, body, token);
        const answer = await ask(here.token);
        expect([answer.status, answer.body]).toEqual([
          403,
          {
            message: `The customer does not belong to website "de". Use a store view of the customer's website.`,
            parameters: { resources: 'self' },
          },
        ]);
        for (const token of ['forged', gone.token]) {
          const { status, body: refused } = await ask(token);
          expect([status, refused.message]).toEqual([401, "The consumer isn't authorized to access %resources."]);
        }
      }
    },
  );

  describe('for a buyer', () => {
    const foreign: readonly Values[] = [
      { customer_id: 1 },
      { customerId: 1 },
      { customer_id: null },
      { customer_group_id: 1 },
      { customerGroupId: 1 },
      { store_id: 1 },
      { website_id: 1 },
      { date: '2026-01-01' },
      { explain: 1 },
    ];

    it.each(['me', 'context'])('at /%s/ return 400 for parameters that only integrations can send', async (path) => {
      for (const route of ['get-final-price', 'get-multi-price']) {
        for (const said of foreign) {
          const body = route === 'get-final-price' ? { sku, ...said } : { skus: [sku], ...said };
          const answer = await app.call('POST', `/rest/V1/pricing/${path}/${route}`, body, here.token);
          expect([answer.status, answer.body.parameters, answer.body.message]).toEqual([
            400,
            { fieldName: Object.keys(said)[0] },
            expect.stringContaining('"%fieldName" is not allowed here'),
          ]);
        }
      }
    });

    it('return 400 even for their own customer_id, which would be ignored', async () => {
      expect(await said('V1/pricing/me', { customer_id: here.id }, here.token)).toEqual([400]);
    });

    it('return 400 for a currency on the storefront', async () => {
      expect(await said('V1/pricing/context', { currency: 'USD' })).toEqual([400]);
    });
  });

  it('include only public fields of the applied record for buyers', async () => {
    const ask = async (path: string, token?: string) => (await final(`V1/pricing/${path}`, {}, token)).body;
    const mine = { price_code: 'customer_price', qty: 1, from_date: null, to_date: null };
    expect((await ask('me', here.token)).applied).toEqual(mine);
    expect((await ask('context', here.token)).applied).toEqual(mine);
    expect((await ask('context')).applied).toEqual({ ...mine, price_code: 'pricelist' });
    const { body } = await final('V1/pricing', { customer_id: here.id }, await app.adminToken());
    expect(body.applied).toEqual({
      price_code: 'customer_price',
      record_type: 'customerPrice',
      record_id: expect.any(Number),
      parent_id: null,
      name: null,
      qty: 1,
      price_application_type: 1,
      value: 9,
      from_date: null,
      to_date: null,
    });
  });
});
