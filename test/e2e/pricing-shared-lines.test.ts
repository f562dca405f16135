import { startApp, type TestApp } from '../support/app.js';
import { describeOnDatabases } from '../support/databases.js';
import { Shop } from '../support/shop.js';

type Values = Readonly<Record<string, unknown>>;

/** Two customers of a group with the same rows, who share cached lines. */
describeOnDatabases('cached price lines', (database) => {
  let app: TestApp;
  let shop: Shop;
  let sku: string;
  let one: { id: number; token: string };
  let other: { id: number; token: string };
  let list: number;

  beforeAll(async () => {
    app = await startApp({ database });
    shop = new Shop(app);
    sku = await shop.product({ price: 10 });
    const group = (await shop.commerce('customerGroups', 'customerGroup', { code: 'Trade' })).id;
    [one, other] = [await app.customer({ group_id: group }), await app.customer({ group_id: group })];
    const rows = [
      { sku, price: 9, qty: 1 },
      { sku, price: 7.5, qty: 5 },
    ];
    list = await shop.list({ name: 'Händler €' }, rows, { groups: [group] });
  });

  afterAll(() => app.close());

  const ask = (question: Values) => shop.price({ sku, ...question });
  const of = async ({ id }: { readonly id: number }, qty: number | string) => {
    const { customer_id, final_price, row_total, pricing_version, applied } = await ask({ customer_id: id, qty });
    return { customer_id, final_price, row_total, pricing_version, name: applied.name };
  };

  it('contain the customer, quantity, row total and version of the request', async () => {
    const { pricing_version } = await ask({ customer_id: one.id });
    const same = { pricing_version, name: 'Händler €' };
    expect(await of(one, 1)).toEqual({ ...same, customer_id: one.id, final_price: 9, row_total: 9 });
    expect(await of(other, 3)).toEqual({ ...same, customer_id: other.id, final_price: 9, row_total: 27 });
    expect(await of(one, '4.9999')).toEqual({ ...same, customer_id: one.id, final_price: 9, row_total: 45 });
    expect(await of(other, 6)).toEqual({ ...same, customer_id: other.id, final_price: 7.5, row_total: 45 });
    const long = { customer_id: other.id, final_price: 7.5, row_total: 749999999.99 };
    expect(await of(other, 99999999.9999)).toEqual({ ...same, ...long, row_total: 750000000 });
    await shop.product({ price: 1 });
    expect((await of(one, 1)).pricing_version).toBe(pricing_version + 1);
  });

  it('equal calculated lines for every audience, and with `fields`', async () => {
    const question = { items: [{ sku, qty: 2 }, { sku: 'none' }], customer_id: one.id };
    const read = async (query: string, path = '', body: Values = question, token?: string) =>
      (
        await app.call(
          'POST',
          `/rest/V1/pricing/${path}get-multi-price${query}`,
          body,
          token ?? (await app.adminToken()),
        )
      ).text;
    for (let time = 0; time < 2; time += 1) {
      expect(await read('?fields=items[sku,unit_price,applied[name]]')).toBe(
        `{"items":[{"sku":"${sku}","unit_price":9,"applied":{"name":"Händler €"}},{"sku":"none"}]}`,
      );
      const alone = { sku, qty: 2, customer_id: one.id };
      const same = await app.call(
        'POST',
        '/rest/V1/pricing/get-final-price?fields=items[sku]',
        alone,
        await app.adminToken(),
      );
      expect([await read('?fields=items[sku]'), same.text]).toEqual([
        `{"items":[{"sku":"${sku}"},{"sku":"none"}]}`,
        '[]',
      ]);
      expect(await read('?fields=items[colour]')).toBe('{"items":[[],[]]}');
      expect(await read('?fields=colour')).toBe('[]');
      expect(await read('?fields=items[')).toBe('[]');
      const whole = JSON.parse(await read('')) as { readonly items: readonly Values[] };
      const explained = JSON.parse(await read('', '', { ...question, explain: 1 })) as typeof whole;
      const { candidates: _, ...calculated } = explained.items[0] ?? {};
      expect(JSON.stringify(whole.items)).toBe(JSON.stringify([calculated, explained.items[1]]));
      const mine = JSON.parse(await read('', 'me/', { items: [{ sku, qty: 2 }] }, one.token)) as typeof whole;
      const { price_code, qty, from_date, to_date } = whole.items[0]?.['applied'] as Values;
      expect(mine.items).toEqual([{ ...whole.items[0], applied: { price_code, qty, from_date, to_date } }]);
    }
  });

  it('are calculated again for the buyers that a change affects', async () => {
    const row = await shop.customerPrice({ customer_id: one.id, sku, value: 5 });
    expect([(await of(one, 1)).final_price, (await of(other, 1)).final_price]).toEqual([5, 9]);
    await app.good('PUT', `/rest/V1/pricing/customerprice/${row.id}`, { customerPrice: { value: 6 } });
    expect((await of(one, 1)).final_price).toBe(6);
    await app.good('PUT', `/rest/V1/pricing/pricelist/${list}`, { priceList: { active: 0 } });
    expect([(await of(one, 1)).final_price, (await of(other, 6)).final_price]).toEqual([6, 10]);
    await shop.settings(1, { price_precision: 2, prices_include_tax: 1 });
    expect(await ask({ customer_id: other.id })).toMatchObject({ prices_include_tax: 1, unit_price: 10 });
  });

  it('are returned as identical text until something changes', async () => {
    const [first, second] = [await shop.product({ price: 20 }), await shop.product({ price: 21 })];
    const body = { skus: [first, second, 'none'], customer_id: other.id };
    const asked = async (query = '', path = 'get-multi-price', token?: string, sent: Values = body) => {
      const url = `/rest/V1/pricing/${path}${query}`;
      const answers: { readonly status: number; readonly text: string }[] = [];
      const by = token ?? (await app.adminToken());
      for (let time = 0; time < 5; time += 1) {
        const { status, text } = await app.call('POST', url, sent, by);
        answers.push({ status, text });
      }
      expect(answers).toEqual(Array(5).fill(answers[0]));
      return answers[0]?.text ?? '';
    };
    const prices = async (): Promise<unknown> =>
      (JSON.parse(await asked()) as { readonly items: readonly Values[] }).items.map(
        ({ final_price, pricing_version }) => [final_price, pricing_version],
      );
    const version = async (): Promise<number> => (await ask({ customer_id: other.id })).pricing_version;
    const now = await version();
    expect(await prices()).toEqual([
      [20, now],
      [21, now],
      [undefined, undefined],
    ]);
    expect(await asked('?fields=items[sku]')).toBe(`{"items":[{"sku":"${first}"},{"sku":"${second}"},{"sku":"none"}]}`);
    await shop.customerPrice({ customer_id: other.id, sku: second, value: 4 });
    expect(await prices()).toEqual([
      [20, now + 1],
      [4, now + 1],
      [undefined, undefined],
    ]);
    const mine = { skus: [second] };
    const whose = async (token: string): Promise<unknown> => {
      const text = await asked('', 'me/get-multi-price', token, mine);
      return (JSON.parse(text) as { readonly items: readonly Values[] }).items.map(({ customer_id, final_price }) => [
        customer_id,
        final_price,
      ]);
    };
    expect([await whose(other.token), await whose(one.token)]).toEqual([[[other.id, 4]], [[one.id, 21]]]);
    const nobody = await app.call('POST', '/rest/V1/pricing/get-multi-price', body, one.token);
    expect(nobody.status).toBe(403);
  });

  it('are shared in a group, except for products with personal rows', async () => {
    const group = (await shop.commerce('customerGroups', 'customerGroup', { code: 'Shared' })).id;
    const category = (await shop.commerce('categories', 'category', { name: 'Shared' })).id;
    const [first, second] = [await shop.product({ price: 50 }), await shop.product({ price: 50 })];
    const third = await shop.product({ price: 50, category_ids: [category] });
    const pricesOf = async (customer: number): Promise<readonly unknown[]> => {
      const question = { skus: [first, second, third], customer_id: customer };
      const { items } = (await app.good('POST', '/rest/V1/pricing/get-multi-price', question)) as {
        readonly items: readonly Values[];
      };
      return items.map(({ final_price }) => final_price);
    };
    const buyer = async (): Promise<number> => (await app.customer({ group_id: group })).id;
    const [plain, few, many] = [await buyer(), await buyer(), await buyer()];
    const [categorized, matrixed, listed] = [await buyer(), await buyer(), await buyer()];
    await shop.customerPrice({ customer_id: few, sku: second, value: 40 });
    const steps = Array.from({ length: 51 }, (_, step) => ({
      customer_id: many,
      sku: second,
      value: 30,
      qty: step + 1,
    }));
    await app.good('POST', '/rest/V1/pricing/customerprice/bulk', { records: steps });
    const ofCategory = { category_id: category, value: 20 };
    await shop.pricing('categoryprice', 'categoryPrice', { ...ofCategory, customer_id: categorized });
    const matrix = { name: 'Shared', is_active: 1, priority: 1, attributes_relation: 'AND', price: 15 };
    const { id: matrix_id } = await shop.pricing('productcustomermatrix', 'productCustomerMatrix', matrix);
    const condition = { matrix_id, attribute_code: 'sku', attribute_value: first };
    await shop.pricing('productcustomermatrixattribute', 'productCustomerMatrixAttribute', condition);
    const assignment = { matrix_id, customer_id: matrixed };
    await shop.pricing('productcustomermatrixcustomer', 'productCustomerMatrixCustomer', assignment);
    await shop.list({}, [{ sku: first, price: 35, qty: 1 }], { customers: [listed] });
    // The lines of the first buyer are cached for the others.
    for (let time = 0; time < 2; time += 1) {
      expect(await pricesOf(plain)).toEqual([50, 50, 50]);
      expect(await pricesOf(few)).toEqual([50, 40, 50]);
      expect(await pricesOf(many)).toEqual([50, 30, 50]);
      expect(await pricesOf(categorized)).toEqual([50, 50, 20]);
      expect(await pricesOf(matrixed)).toEqual([15, 50, 50]);
      expect(await pricesOf(listed)).toEqual([35, 50, 50]);
    }
    const later = await shop.pricing('categoryprice', 'categoryPrice', { ...ofCategory, customer_id: plain });
    const own = await shop.customerPrice({ customer_id: plain, sku: first, value: 12 });
    expect(await pricesOf(plain)).toEqual([12, 50, 20]);
    expect(await pricesOf(await buyer())).toEqual([50, 50, 50]);
    await app.good('DELETE', `/rest/V1/pricing/customerprice/${own.id}`);
    await app.good('DELETE', `/rest/V1/pricing/categoryprice/${later.id}`);
    expect(await pricesOf(plain)).toEqual([50, 50, 50]);
  });

  it('belong to the active product that currently has the SKU', async () => {
    const [first, second] = [await shop.product({ price: 30 }), await shop.product({ price: 40 })];
    const idOf = async (name: string): Promise<number> =>
      ((await app.good('GET', `/rest/V1/commerce/products/sku/${name}`)) as { readonly id: number }).id;
    const [one30, one40] = [await idOf(first), await idOf(second)];
    const change = (id: number, product: Values) => app.good('PUT', `/rest/V1/commerce/products/${id}`, { product });
    const prices = async (): Promise<readonly unknown[]> => {
      const question = { skus: [first, second], customer_id: other.id };
      const { items } = (await app.good('POST', '/rest/V1/pricing/get-multi-price', question)) as {
        readonly items: readonly { readonly original_price?: number; readonly error?: object }[];
      };
      return items.map(({ original_price }) => original_price);
    };
    expect([await prices(), await prices()]).toEqual(Array(2).fill([30, 40]));
    await change(one30, { sku: `${first}-free` });
    expect(await prices()).toEqual([undefined, 40]);
    await change(one40, { sku: first });
    await change(one30, { sku: second });
    expect(await prices()).toEqual([40, 30]);
    await change(one40, { is_active: 0 });
    expect(await prices()).toEqual([undefined, 30]);
  });
});
