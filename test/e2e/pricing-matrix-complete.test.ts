import { CommerceServer } from '../support/commerce-http.js';
import { describeOnDatabases } from '../support/databases.js';
import { MatrixShop } from '../support/matrix-shop.js';

interface Lists {
  readonly conditions: readonly Readonly<Record<string, unknown>>[];
  readonly customers: readonly Readonly<Record<string, unknown>>[];
}

const NONE = { conditions: [], customers: [] };
const red = { attribute_code: 'color', attribute_value: 'red' };
const blue = { attribute_code: 'color', attribute_value: 'blue' };
const sku = (attribute_value: string) => ({ attribute_code: 'sku', attribute_value });

describeOnDatabases('a write of a complete matrix', (kind) => {
  let shop: MatrixShop;
  let made = 0;
  beforeAll(async () => (shop = new MatrixShop(await CommerceServer.start(kind))).open());
  afterAll(() => shop.stop());

  const create = async (fields: object = {}) => {
    made += 1;
    const body = { name: `Whole ${made}`, price: 60, conditions: [red, blue], customers: [{ customer_id: 11 }] };
    const { status, body: answer, text } = await shop.complete(0, { ...body, ...fields });
    if (status !== 200) throw new Error(text);
    return answer.matrix.id as number;
  };
  /** A matrix with all its rows, as GET returns them. */
  const stored = async (id: number) => ({
    matrix: (await shop.get('', id)).body,
    conditions: await shop.rows('attribute', id),
    customers: await shop.rows('customer', id),
  });
  const named = (list: readonly object[]) =>
    (list as { attribute_code: string; attribute_value: string }[]).map((row) => `${row.attribute_code}=${row.attribute_value}`); // prettier-ignore

  it('creates a matrix with all its rows for id 0', async () => {
    const logged = await shop.loggedBy(async () => {
      const { status, body, headers } = await shop.complete(0, {
        name: 'Garden',
        price: 60,
        attributes_relation: 'OR',
        conditions: [red, { attributeCode: 'color', attributeValue: 'blue', externalId: 'c2' }],
        customers: [{ customer_id: 11, from_date: '2026-01-01' }],
      });
      expect(status).toBe(200);
      expect(Object.keys(body as object)).toEqual(['matrix', 'added', 'changed', 'removed']);
      expect(body.matrix).toMatchObject({ name: 'Garden', price: 60, attributes_relation: 'OR', priority: 0 });
      const now = await stored(body.matrix.id as number);
      expect(body).toEqual({
        matrix: now.matrix,
        added: { conditions: now.conditions, customers: now.customers },
        changed: NONE,
        removed: NONE,
      });
      expect(now.conditions).toMatchObject([red, { ...blue, external_id: 'c2' }]);
      expect(now.customers).toMatchObject([{ customer_id: 11, from_date: '2026-01-01' }]);
      expect(headers.get('x-pricing-version')).toBe(String(await shop.version()));
    });
    // One version with one entry for the complete matrix.
    expect(logged).toHaveLength(1);
  });

  it('removes, changes, keeps and adds rows, and returns the differences', async () => {
    const id = await create({ customers: [{ customer_id: 11 }, { customer_id: 12 }] });
    const before = await stored(id);
    const { body } = await shop.complete(id, {
      priority: 7,
      conditions: [sku('A1'), red],
      customers: [{ customer_id: 12, to_date: '2026-12-31' }],
    });
    const now = await stored(id);
    expect(body).toEqual({
      matrix: now.matrix,
      added: { conditions: now.conditions.filter(({ attribute_code }) => attribute_code === 'sku'), customers: [] },
      changed: { conditions: [], customers: now.customers },
      removed: {
        conditions: before.conditions.filter(({ attribute_value }) => attribute_value === 'blue'),
        customers: before.customers.filter(({ customer_id }) => customer_id === 11),
      },
    });
    expect(body.matrix).toMatchObject({ priority: 7, price: 60 });
    expect(named(now.conditions).sort()).toEqual(['color=red', 'sku=A1']);
    // Kept and changed rows have the same id.
    expect(now.customers[0]?.id).toBe(before.customers[1]?.id);
    expect(now.conditions.map((row) => row.id)).toContain(before.conditions[0]?.id);
  });

  it('keeps an omitted list, and removes all rows for an empty one', async () => {
    const id = await create();
    expect((await shop.complete(id, { price: 61 })).body).toMatchObject({
      matrix: { price: 61 },
      added: NONE,
      changed: NONE,
      removed: NONE,
    });
    const emptied = async () =>
      expect((await shop.complete(id, { conditions: [] })).body.removed.conditions).toHaveLength(2);
    // Removed rows are logged too, so that caches evict them.
    expect(await shop.loggedBy(emptied)).toEqual([['matrix', id]]);
    const now = await stored(id);
    expect([now.conditions.length, now.customers.length]).toEqual([0, 1]);
  });

  it('changes nothing and uses no version if the stored matrix is sent back', async () => {
    const id = await create();
    const before = await stored(id);
    const logged = await shop.loggedBy(async () => {
      const { body } = await shop.complete(id, {
        ...before.matrix,
        conditions: before.conditions,
        customers: before.customers,
      });
      expect(body).toEqual({ matrix: before.matrix, added: NONE, changed: NONE, removed: NONE });
    });
    expect(logged).toEqual([]);
    expect(await stored(id)).toEqual(before);
  });

  it('returns the result of a dryRun without writing', async () => {
    const id = await create();
    const before = await stored(id);
    const fields = { name: `Other name ${id}`, conditions: [blue, sku('A1')], customers: [{ customer_id: 12 }] };
    let answer: { body: Lists } = { body: NONE };
    expect(await shop.loggedBy(async () => (answer = await shop.complete(id, fields, true)))).toEqual([]);
    expect(answer.body).toMatchObject({
      matrix: { id, name: `Other name ${id}` },
      added: {
        conditions: [{ id: null, matrix_id: id, ...sku('A1') }],
        customers: [{ id: null, customer_id: 12 }],
      },
      changed: NONE,
      removed: { conditions: [{ ...before.conditions[0] }], customers: [{ ...before.customers[0] }] },
    });
    expect(await stored(id)).toEqual(before);

    const fresh = await shop.complete(0, { name: 'Never', price: 1, conditions: [red] }, true);
    expect(fresh.body).toMatchObject({
      matrix: { id: null, name: 'Never' },
      added: { conditions: [{ id: null, matrix_id: null, ...red }] },
    });
    expect((await shop.post('', { name: 'Never', price: 1 })).status).toBe(200);
    // A dry run is validated like a write.
    expect((await shop.complete(id, { conditions: [red, red] }, true)).status).toBe(400);
    expect((await shop.complete(id, { name: 'Never' }, true)).status).toBe(400);
  });

  it('finds rows by id and external_id, even if their condition changes', async () => {
    const id = await create({ conditions: [{ ...red, external_id: `r-${kind}` }, blue] });
    const [first, second] = await shop.rows('attribute', id);
    const { body } = await shop.complete(id, {
      conditions: [
        { external_id: `r-${kind}`, attribute_code: 'size', attribute_value: 'L' },
        { id: second?.id, attribute_value: 'green' },
      ],
    });
    expect([body.added, body.removed]).toEqual([NONE, NONE]);
    expect((body.changed as Lists).conditions).toMatchObject([
      { id: first?.id, attribute_code: 'size', attribute_value: 'L' },
      { id: second?.id, attribute_code: 'color', attribute_value: 'green' },
    ]);
  });

  it('can swap the conditions of two rows', async () => {
    const [x, y] = ['x', 'y'].map((name) => `${name}${kind}`);
    const id = await create({ conditions: [{ ...red, external_id: x }, { ...blue, external_id: y }] }); // prettier-ignore
    const { status } = await shop.complete(id, {
      conditions: [
        { ...blue, external_id: x },
        { ...red, external_id: y },
      ],
    });
    expect(status).toBe(200);
    const now = (await shop.rows('attribute', id)) as unknown as { attribute_value: string; external_id: string }[];
    expect(now.map((row) => `${row.attribute_value} ${row.external_id}`).sort()).toEqual([`blue ${x}`, `red ${y}`]);
  });

  it('checks the rule of one SKU against the resulting matrix', async () => {
    const id = await create({ conditions: [sku('A1')] });
    const refused = await shop.complete(id, { conditions: [sku('A1'), red, sku('B2')] });
    expect([refused.status, refused.body.message]).toEqual([400, expect.stringMatching(/^conditions\[2\]/)]);
    expect((await shop.complete(id, { conditions: [red, sku('B2')] })).status).toBe(200);
    expect((await shop.complete(id, { attributes_relation: 'OR', conditions: [sku('A1'), sku('B2')] })).status).toBe(
      200,
    );
    expect((await shop.complete(id, { attributes_relation: 'AND' })).body.message).toMatch(
      /conditions on several SKUs/,
    );
    expect((await shop.complete(id, { attributes_relation: 'AND', conditions: [sku('B2'), red] })).status).toBe(200);
    expect(named(await shop.rows('attribute', id)).sort()).toEqual(['color=red', 'sku=B2']);
  });

  it.each<[string, object, RegExp]>([
    ['a list that is not an array', { conditions: 'red' }, /"conditions" processing/],
    ['a list that is null', { customers: null }, /"customers" is required/],
    ['a row that is not an object', { customers: [{ customer_id: 11 }, 5] }, /"customers\[1\]" processing/],
    ['an unknown key of a row', { conditions: [{ ...red, colour: 1 }] }, /"conditions\[0\]\.colour" is not supported/],
    ['an unknown key of the header', { colour: 1 }, /"colour" is not supported/],
    ['a row without a value', { conditions: [red, { attribute_code: 'size' }] }, /"conditions\[1\]\.attribute_value" is required/], // prettier-ignore
    ['the same condition twice', { conditions: [red, blue, red] }, /^conditions\[2\]: This matrix already has/],
    ['an unknown customer', { customers: [{ customer_id: 999 }] }, /customers\[0\]\.customer_id/],
    ['an end before the start', { customers: [{ customer_id: 11, from_date: '2026-02-01', to_date: '2026-01-01' }] }, /customers\[0\]\.to_date/], // prettier-ignore
    ['a category that is not an id', { conditions: [{ attribute_code: 'category_ids', attribute_value: 'x' }] }, /conditions\[0\]\.attribute_value/], // prettier-ignore
    ['the id of a row of another matrix', { conditions: [{ id: 1, ...red }] }, /conditions\[0\]\.id field\. Allowed: IDs of conditions of this matrix\./], // prettier-ignore
    ['a row with the id of another matrix', { conditions: [{ matrix_id: 1, ...red }] }, /conditions\[0\]\.matrix_id field\. Allowed: \d+, the ID of this matrix\./], // prettier-ignore
    ['an invalid header', { priority: 1000 }, /priority/],
    ['more than 10,000 rows', { customers: Array.from({ length: 10_001 }, () => ({})) }, /at most 10000 rows/],
  ])('rejects %s and writes nothing', async (_, fields, expected) => {
    const id = await create({ name: `Kept ${(made += 1)}` });
    const before = await stored(id);
    const { status, body, text } = await shop.complete(id, { price: 1, ...fields });
    expect(status).toBe(400);
    const plain = Object.entries((body.parameters ?? {}) as object).reduce(
      (words, [name, value]) => words.replace(`%${name}`, String(value)),
      body.message as string,
    );
    expect(plain).toMatch(expected);
    expect(text).not.toMatch(/SELECT|INSERT/);
    expect(await stored(id)).toEqual(before);
  });

  it('reports all errors of the body together', async () => {
    const { body } = await shop.complete(0, { price: 'x', conditions: [{ attribute_code: ' ' }], customers: [5] });
    expect(body.errors).toHaveLength(4);
  });

  it('returns 404 for an unknown id, and requires a name and the right', async () => {
    expect((await shop.complete(987_654, { conditions: [] })).status).toBe(404);
    expect((await shop.complete(0, { price: 1 })).body.parameters).toEqual({ fieldName: 'name' });
    const token = await shop.commerce.app.integrationToken('_ProductCustomerMatrix::manage');
    expect((await shop.complete(1, {}, true, token)).status).toBe(403);
    expect((await shop.commerce.ask('PUT', 'pricing/productcustomermatrix/1/complete', { productCustomerMatrix: {} })).status).toBe(400); // prettier-ignore
  });

  it('ignores a body with an older source_version', async () => {
    const id = await create({ source_version: 5 });
    const before = await stored(id);
    const { body } = await shop.complete(id, { source_version: 4, price: 1, conditions: [], customers: [] });
    expect(body).toEqual({ matrix: before.matrix, added: NONE, changed: NONE, removed: NONE });
    expect(await stored(id)).toEqual(before);
    expect((await shop.complete(id, { source_version: 5, conditions: [] })).body.removed.conditions).toHaveLength(2);
  });

  it('never mixes simultaneous writes', async () => {
    const id = await create();
    const writes = [
      { conditions: [sku('A1'), red], customers: [{ customer_id: 11 }] },
      { conditions: [sku('B2'), blue], customers: [{ customer_id: 12 }] },
    ];
    for (let round = 0; round < 10; round += 1) {
      const answers = await Promise.all([...writes, ...writes].map((fields) => shop.complete(id, fields)));
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
      const now = await stored(id);
      const shown = JSON.stringify([named(now.conditions).sort(), now.customers.map((row) => row.customer_id)]);
      expect([
        JSON.stringify([['color=red', 'sku=A1'], [11]]),
        JSON.stringify([['color=blue', 'sku=B2'], [12]]),
      ]).toContain(shown);
    }
  });

  it('handles thousands of rows', async () => {
    const id = await create({ attributes_relation: 'OR' });
    const conditions = (from: number) => Array.from({ length: 3_000 }, (_, at) => sku(`S${from + at}`));
    expect((await shop.complete(id, { conditions: conditions(0) })).body.added.conditions).toHaveLength(3_000);
    const { body } = await shop.complete(id, { conditions: conditions(1_000) });
    expect([body.added.conditions.length, body.removed.conditions.length]).toEqual([1_000, 1_000]);
  });
});
