import { RecordStore } from '../../libs/records/index.js';
import { productCustomerMatrixResource } from '../../src/pricing-matrix/index.js';
import { type Answer, startApp } from '../support/app.js';
import { CommerceServer } from '../support/commerce-http.js';
import { describeOnDatabases } from '../support/databases.js';
import { MatrixShop } from '../support/matrix-shop.js';

const message = ({ body }: Answer): string => (body as { message: string }).message;

describeOnDatabases('records of product-customer matrices', (kind) => {
  let shop: MatrixShop;
  beforeAll(async () => (shop = new MatrixShop(await CommerceServer.start(kind))).open());
  afterAll(() => shop.stop());

  it('return all header fields in order, with defaults, and accept value for price', async () => {
    const { status, body, headers } = await shop.post('', { name: 'Plain', value: '9.5' });
    expect([status, Object.keys(body as object)]).toEqual([
      200,
      [
        'id',
        'name',
        'is_active',
        'priority',
        'attributes_relation',
        'website_id',
        'price',
        'qty',
        'price_application_type',
        'price_attribute',
        'currency',
        'from_date',
        'to_date',
        'external_id',
        'source_version',
        'created_at',
        'updated_at',
      ],
    ]);
    expect(body).toMatchObject({ is_active: 1, priority: 0, attributes_relation: 'AND', website_id: 0, price: 9.5 });
    expect(Number(headers.get('x-pricing-version'))).toBeGreaterThan(0);
    expect((await shop.get('', body.id as number)).body).toEqual(body);
    expect((await shop.put('', body.id as number, { price: 8, value: 8 })).body).toMatchObject({ price: 8, qty: 1 });
    expect((await shop.put('', body.id as number, { price: 8, value: 7 })).status).toBe(400);
  });

  it.each<[string, string, object]>([
    ['a header without a name', '', { price: 1 }],
    ['an empty name', '', { name: '', price: 1 }],
    ['a header without a price', '', { name: 'No price' }],
    ['a relation that is neither AND nor OR', '', { name: 'XOR', price: 1, attributes_relation: 'and' }],
    ['a priority above 999', '', { name: 'High', price: 1, priority: 1000 }],
    ['a discount of more than 100 %', '', { name: 'Gift', price: 101, price_application_type: 5 }],
    ['a condition of an unknown matrix', 'attribute', { matrix_id: 999, attribute_code: 'color' }],
    ['a code with a trailing space', 'attribute', { attribute_code: 'color ' }],
    ['a category that is not an id', 'attribute', { attribute_code: 'category_ids', attribute_value: '03' }],
    ['an unknown customer', 'customer', { customer_id: 999 }],
    ['an end before the start', 'customer', { from_date: '2026-02-01', to_date: '2026-01-31' }],
  ])('reject %s', async (_, part, fields) => {
    const { id } = await shop.matrix({});
    const whole: Readonly<Record<string, object>> = {
      '': {},
      attribute: { matrix_id: id, attribute_code: 'color', attribute_value: 'red' },
      customer: { matrix_id: id, customer_id: 11 },
    };
    expect((await shop.post(part, { ...whole[part], ...fields })).status).toBe(400);
    if (part !== '') expect((await shop.post(part, whole[part] ?? {})).status).toBe(200);
  });

  it('have unique names, conditions and customers', async () => {
    const { id, name } = await shop.matrix({});
    expect(message(await shop.post('', { name, price: 1 }))).toMatch(/with this name already exists/);
    const condition = { matrix_id: id, attribute_code: 'color', attribute_value: 'red' };
    const answers = await Promise.all(Array.from({ length: 50 }, () => shop.post('attribute', condition)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 49 }, () => 400)]);
    expect((await shop.post('attribute', { ...condition, attribute_value: 'Red' })).status).toBe(200);
    expect((await shop.post('customer', { matrix_id: id, customer_id: 11 })).status).toBe(200);
    expect(message(await shop.post('customer', { matrix_id: id, customer_id: 11, from_date: '2026-01-01' }))).toMatch(
      /already/,
    );
  });

  it('are deleted with their matrix or customer', async () => {
    await shop.commerce.post('customers', { customer: { id: 30 } });
    const matrix = await shop.matrix({ conditions: [['color', 'red']], customers: [11, 30] });
    const [condition] = await shop.rows('attribute', matrix.id);
    const [first, second] = await shop.rows('customer', matrix.id);
    await shop.commerce.delete('customers/30');
    expect((await shop.get('customer', second?.id ?? 0)).status).toBe(404);
    expect(await shop.loggedBy(() => shop.delete('', matrix.id))).toEqual([['matrix', matrix.id]]);
    expect((await shop.get('attribute', condition?.id ?? 0)).status).toBe(404);
    expect((await shop.get('customer', first?.id ?? 0)).status).toBe(404);
  });

  it('log their matrix on every change, and both matrices if a row moves', async () => {
    const [one, other] = [await shop.matrix({}), await shop.matrix({ conditions: [['color', 'red']] })];
    const [row] = await shop.rows('attribute', other.id);
    expect(await shop.loggedBy(() => shop.put('', one.id, { priority: 5 }))).toEqual([['matrix', one.id]]);
    expect(await shop.loggedBy(() => shop.put('attribute', row?.id ?? 0, { matrix_id: one.id }))).toEqual([
      ['matrix', other.id],
      ['matrix', one.id],
    ]);
    expect(await shop.loggedBy(() => shop.post('customer', { matrix_id: one.id, customer_id: 11 }))).toEqual([
      ['matrix', one.id],
    ]);
    expect(await shop.loggedBy(() => shop.put('', one.id, { priority: 5 }))).toEqual([]);
  });

  it('require a separate right for each method', async () => {
    const token = await shop.commerce.app.integrationToken('_ProductCustomerMatrix::manage', '_Pricelist::save');
    const { id } = await shop.matrix({ conditions: [['color', 'red']], customers: [11] });
    for (const part of ['', 'attribute', 'customer']) {
      const row = part === '' ? { id } : (await shop.rows(part, id))[0];
      expect((await shop.get(part, row?.id ?? 0, token)).status).toBe(200);
      expect((await shop.put(part, row?.id ?? 0, {}, token)).status).toBe(403);
      expect((await shop.delete(part, row?.id ?? 0, token)).status).toBe(403);
      expect((await shop.post(part, {}, token)).status).toBe(403);
    }
  });
});

describeOnDatabases('a second SKU in a product-customer matrix with AND', (kind) => {
  let shop: MatrixShop;
  beforeAll(async () => (shop = new MatrixShop(await CommerceServer.start(kind))).open());
  afterAll(() => shop.stop());

  const sku = (matrix_id: number, attribute_value: string) =>
    shop.post('attribute', { matrix_id, attribute_code: 'sku', attribute_value });
  const relation = (id: number, attributes_relation: string) => shop.put('', id, { attributes_relation });

  it('is rejected for a new row and for a change from OR to AND', async () => {
    const { id } = await shop.matrix({ conditions: [['sku', 'A1'], ['color', 'red'], ['color', 'blue']] }); // prettier-ignore
    const refused = await sku(id, 'B2');
    expect([refused.status, message(refused)]).toEqual([
      400,
      expect.stringContaining('already has a condition on a SKU other than'),
    ]);
    expect((await relation(id, 'OR')).status).toBe(200);
    expect((await sku(id, 'B2')).status).toBe(200);
    const turned = await relation(id, 'AND');
    expect([turned.status, message(turned)]).toEqual([400, expect.stringContaining('conditions on several SKUs')]);
    expect((await shop.get('', id)).body.attributes_relation).toBe('OR');
    const [first] = (await shop.rows('attribute', id)).filter(({ attribute_value }) => attribute_value === 'A1');
    await shop.delete('attribute', first?.id ?? 0);
    expect((await relation(id, 'AND')).status).toBe(200);
  });

  it('is rejected for a changed or moved row, but one row can change its SKU', async () => {
    const { id } = await shop.matrix({ conditions: [['sku', 'A1'], ['color', 'red']] }); // prettier-ignore
    const other = await shop.matrix({ conditions: [['sku', 'B2']] });
    const [first, color] = await shop.rows('attribute', id);
    const [moving] = await shop.rows('attribute', other.id);
    const become = { attribute_code: 'sku', attribute_value: 'C3' };
    expect((await shop.put('attribute', color?.id ?? 0, become)).status).toBe(400);
    expect((await shop.put('attribute', moving?.id ?? 0, { matrix_id: id })).status).toBe(400);
    expect((await shop.put('attribute', first?.id ?? 0, { attribute_value: 'C3' })).status).toBe(200);
    expect((await shop.put('attribute', first?.id ?? 0, { attribute_code: 'size' })).status).toBe(200);
    expect((await shop.put('attribute', moving?.id ?? 0, { matrix_id: id })).status).toBe(200);
  });

  it('is rejected for simultaneous writes: one of 20 is stored', async () => {
    // The first round opens the connections, so that the writes of the others overlap.
    for (let round = 0; round < 5; round += 1) {
      const { id } = await shop.matrix({});
      const answers = await Promise.all(Array.from({ length: 20 }, (_, at) => sku(id, `S${at}`)));
      expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 19 }, () => 400)]);
      expect(await shop.rows('attribute', id)).toHaveLength(1);
    }
  });

  it('is rejected if a second row and a change to AND are simultaneous', async () => {
    for (let round = 0; round < 20; round += 1) {
      const { id } = await shop.matrix({ attributes_relation: 'OR', conditions: [['sku', 'A1']] });
      const order = [() => sku(id, 'B2'), () => relation(id, 'AND')];
      if (round % 2 === 1) order.reverse();
      const answers = await Promise.all(order.map((ask) => ask()));
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
      const rows = await shop.rows('attribute', id);
      const { attributes_relation } = (await shop.get('', id)).body;
      expect([rows.length, attributes_relation]).toEqual(attributes_relation === 'AND' ? [1, 'AND'] : [2, 'OR']);
    }
  });
});

describeOnDatabases('prices of product-customer matrices', (kind) => {
  let shop: MatrixShop;
  beforeAll(async () => (shop = new MatrixShop(await CommerceServer.start(kind))).open());
  afterEach(() => shop.clear());
  afterAll(() => shop.stop());

  it('apply only with conditions and customers', async () => {
    const { id } = await shop.matrix({ price: 60 });
    expect((await shop.price()).price_code).toBe('orig_price');
    await shop.post('customer', { matrix_id: id, customer_id: 11 });
    expect((await shop.price()).price_code).toBe('orig_price');
    await shop.post('attribute', { matrix_id: id, attribute_code: 'color', attribute_value: 'red' });
    expect(await shop.price()).toMatchObject({
      final_price: 60,
      price_code: 'product_customer_matrix',
      applied: { record_type: 'productCustomerMatrix', record_id: id, parent_id: null, name: expect.any(String) },
    });
    expect((await shop.price({ customer_id: 12 })).price_code).toBe('orig_price');
    expect((await shop.price({ customer_id: undefined })).price_code).toBe('orig_price');
  });

  it.each<[string, string, [string, string][], boolean]>([
    ['every condition', 'AND', [['sku', 'A1'], ['category_ids', '2'], ['color', 'red'], ['color', 'blue']], true], // prettier-ignore
    ['every condition but one', 'AND', [['sku', 'A1'], ['category_ids', '2'], ['color', 'green']], false], // prettier-ignore
    ['one condition', 'OR', [['sku', 'B2'], ['category_ids', '3'], ['color', 'blue']], true], // prettier-ignore
    ['none', 'OR', [['sku', 'B2'], ['category_ids', '3'], ['color', 'Red']], false], // prettier-ignore
    ['only the parent category', 'OR', [['category_ids', '4']], false],
  ])('depend on whether a product matches %s under %s', async (_, attributes_relation, conditions, matches) => {
    await shop.matrix({ price: 60, attributes_relation, conditions, customers: [11] });
    expect((await shop.price()).price_code).toBe(matches ? 'product_customer_matrix' : 'orig_price');
  });

  it('apply to each product of a request separately', async () => {
    await shop.matrix({ price: 60, conditions: [['sku', 'A1']], customers: [11] });
    await shop.matrix({ price: 40, conditions: [['category_ids', '3']], customers: [11] });
    const { body } = await shop.commerce.ask('POST', 'pricing/get-multi-price', {
      customer_id: 11,
      skus: ['B2', 'A1', 'C3', 'A1'],
    });
    expect((body.items as { final_price: number }[]).map(({ final_price }) => final_price)).toEqual([40, 60, 70, 60]);
  });

  it('follow priority, then quantity, or all quantities with merge_matrix_qtys', async () => {
    const both = { conditions: [['color', 'red']] as [string, string][], customers: [11] };
    await shop.matrix({ ...both, price: 79, priority: 10 });
    await shop.matrix({ ...both, price: 75, priority: 10, qty: 10 });
    await shop.matrix({ ...both, price: 78, priority: 20 });
    await shop.matrix({ ...both, price: 60, priority: 20, qty: 50 });
    const prices = async () => Promise.all([1, 10, 50].map(async (qty) => (await shop.price({ qty })).final_price));
    expect(await prices()).toEqual([78, 78, 60]);
    expect((await shop.price()).tiers).toMatchObject([
      { qty: 1, unit_price: 78 },
      { qty: 50, unit_price: 60 },
    ]);
    await shop.commerce.put('priceSettings/0', { priceSettings: { merge_matrix_qtys: 1 } });
    expect(await prices()).toEqual([78, 75, 60]);
  });

  it('depend on the dates of matrix and customer, website, currency and is_active', async () => {
    const conditions: [string, string][] = [['color', 'red']];
    const { id } = await shop.matrix({ price: 60, to_date: '2026-06-30', conditions });
    await shop.post('customer', { matrix_id: id, customer_id: 11, from_date: '2026-06-10' });
    const on = async (date: string, fields: object = {}) =>
      (await shop.price({ date, ...fields })).price_code as string;
    expect([await on('2026-06-09'), await on('2026-06-10'), await on('2026-06-30'), await on('2026-07-01')]).toEqual([
      'orig_price',
      'product_customer_matrix',
      'product_customer_matrix',
      'orig_price',
    ]);
    await shop.put('', id, { website_id: 2 });
    expect(await on('2026-06-10')).toBe('orig_price');
    await shop.put('', id, { website_id: 1, currency: 'EUR' });
    expect(await on('2026-06-10')).toBe('orig_price');
    expect(await on('2026-06-10', { currency: 'EUR' })).toBe('product_customer_matrix');
    await shop.put('', id, { currency: null, is_active: 0 });
    expect(await on('2026-06-10')).toBe('orig_price');
  });

  it('are listed by explain, even if the conditions do not match', async () => {
    const red: [string, string][] = [['color', 'red']];
    const ids = [
      await shop.matrix({ price: 60, conditions: red, customers: [11] }),
      await shop.matrix({ price: 50, conditions: [['color', 'green']], customers: [11] }),
      await shop.matrix({ price: 50, customers: [11] }),
      await shop.matrix({ price: 50, is_active: 0, conditions: red, customers: [11] }),
      await shop.matrix({ price: 50, website_id: 2, conditions: red, customers: [11] }),
      await shop.matrix({ price: 70, conditions: red, customers: [11] }),
    ].map(({ id }) => id);
    await shop.matrix({ price: 1, conditions: red, customers: [12] });
    const { candidates } = await shop.price({ explain: 1 });
    const rows = (candidates as { price_code: string; record_id: number; reason: string | null }[])
      .filter(({ price_code }) => price_code === 'product_customer_matrix')
      .sort((one, other) => one.record_id - other.record_id);
    expect(rows.map(({ record_id }) => record_id)).toEqual(ids);
    expect(rows.map(({ reason }) => reason)).toEqual([
      null,
      'conditions_unmet',
      'conditions_unmet',
      'inactive',
      'other_website',
      'dearer_in_source',
    ]);
  });

  it('are returned to customers without ids', async () => {
    const { id, token } = await shop.commerce.app.customer();
    await shop.matrix({ price: 60, conditions: [['color', 'red']], customers: [id] });
    const { body } = await shop.commerce.ask('POST', 'pricing/me/get-final-price', { sku: 'A1' }, token);
    expect([body.final_price, body.applied]).toEqual([
      60,
      { price_code: 'product_customer_matrix', qty: 1, from_date: null, to_date: null },
    ]);
  });

  it('follow changes of the product', async () => {
    await shop.matrix({ price: 60, conditions: [['color', 'red'], ['category_ids', '1']], customers: [11] }); // prettier-ignore
    expect((await shop.price()).final_price).toBe(60);
    await shop.commerce.put('products/21', { product: { attributes: { color: 'blue' } } });
    expect((await shop.price()).final_price).toBe(80);
    await shop.commerce.put('products/21', { product: { attributes: { color: 'red' }, category_ids: [] } });
    expect((await shop.price()).final_price).toBe(80);
  });
});

describe('without the module pricing-matrix', () => {
  it('a server has no routes, but keeps the table', async () => {
    const app = await startApp({ addOns: ['pricing-calc'] });
    try {
      const stored = app.get(RecordStore).recordsOf(productCustomerMatrixResource);
      expect((await stored.search({ groups: [], sort: [], page: 1, pageSize: 1 })).total).toBe(0);
      const token = await app.adminToken();
      for (const path of [
        'productcustomermatrix/1',
        'productcustomermatrixattribute/1',
        'productcustomermatrixcustomer/1',
      ])
        expect((await app.call('GET', `/rest/V1/pricing/${path}`, undefined, token)).status).toBe(404);
      expect((await app.call('PUT', '/rest/V1/pricing/productcustomermatrix/1/complete', {}, token)).status).toBe(404);
    } finally {
      await app.close();
    }
  });
});
