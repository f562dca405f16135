import { setTimeout as delay } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { startApp, type TestApp } from '../support/app.js';
import { describeOnDatabases } from '../support/databases.js';

const BASE = 'pricing/customerprice';
const LINES = { 'content-type': 'application/x-ndjson' };

const filter = (field: string, condition: string, value: string): string =>
  `searchCriteria[filter_groups][0][filters][0][field]=${field}` +
  `&searchCriteria[filter_groups][0][filters][0][condition_type]=${condition}` +
  `&searchCriteria[filter_groups][0][filters][0][value]=${encodeURIComponent(value)}`;

/** The message with its parameters filled in. */
const messageOf = ({
  message,
  parameters = {},
}: {
  message: string;
  parameters?: Readonly<Record<string, unknown>>;
}): string => message.replace(/%(\w+)/g, (_, name: string) => String(parameters[name]));

const ERP = filter('external_id', 'like', 'ERP1:%');

describeOnDatabases('a call that replaces a scope (bulk.md, "Replacing")', (kind) => {
  let app: TestApp;
  let token: string;
  const post = (path: string, body: unknown, headers: Readonly<Record<string, string>> = {}, by = token) =>
    app.call('POST', `/rest/V1/${path}`, body, by, headers);
  const row = (number: number, more: object = {}) => ({
    customer_number: 'C-1',
    sku: `S-${number}`,
    value: number,
    external_id: `ERP1:${number}`,
    source_version: 2,
    ...more,
  });
  const replace = (records: readonly unknown[], query = 'expect_deleted_max=5', scope = ERP) =>
    post(`${BASE}/bulk?replace=1&${scope}&${query}`, { records });
  const stored = async (): Promise<readonly string[]> =>
    (await app.good('GET', `/rest/V1/${BASE}/search?searchCriteria=`)).items.map(
      ({ external_id, value }: { external_id: string; value: number }) => `${external_id}=${value}`,
    );

  beforeAll(async () => {
    app = await startApp({ database: kind });
    token = await app.adminToken();
    const products = Array.from({ length: 9 }, (_, index) => ({ sku: `S-${index}`, name: 'x', price: 10 }));
    await post('commerce/products/bulk', { records: products });
    await post('commerce/customers/bulk', { records: [{ customer_number: 'C-1' }] });
  });
  afterAll(() => app.close());

  beforeEach(async () => {
    const { total_count } = await app.good('GET', `/rest/V1/${BASE}/search?searchCriteria=`);
    await app.call(
      'DELETE',
      `/rest/V1/${BASE}/bulk?${filter('id', 'gt', '0')}&confirm=${total_count}`,
      undefined,
      token,
    );
    await post(`${BASE}/bulk`, { records: [row(1), row(2), row(3), row(4, { external_id: 'OTHER:4' })] });
  });

  it("saves the rows and deletes the scope's other records in one version", async () => {
    const { status, body, headers } = await replace([row(1), row(2, { value: 20 }), row(5)]);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      created: 1,
      updated: 1,
      unchanged: 1,
      outdated: 0,
      failed: 0,
      deleted: 1,
      dry_run: 0,
      items: [{ status: 'unchanged' }, { status: 'updated' }, { status: 'created', id: expect.any(Number) }],
    });
    expect(await stored()).toEqual(['ERP1:1=1', 'ERP1:2=20', 'OTHER:4=4', 'ERP1:5=5']);
    const again = await replace([row(1), row(2, { value: 20 }), row(5)], 'expect_deleted_max=0');
    expect(again.body).toMatchObject({ unchanged: 3, deleted: 0 });
    expect(again.headers.get('x-pricing-version')).toBe(headers.get('x-pricing-version'));
  });

  it('accepts JSON Lines and any filter, such as a list of records or a customer', async () => {
    const lines = [row(1), row(2)].map((one) => JSON.stringify(one)).join('\n');
    const byLines = await post(`${BASE}/bulk?replace=1&${ERP}&expect_deleted_max=1`, lines, LINES);
    expect([byLines.status, byLines.body.deleted]).toEqual([200, 1]);
    const customer = (await app.good('GET', '/rest/V1/commerce/customers/number/C-1')).id;
    const ofCustomer = await replace([row(1)], 'expect_deleted_max=9', filter('customer_id', 'eq', String(customer)));
    expect([ofCustomer.status, ofCustomer.body.deleted]).toEqual([200, 2]);
    expect(await stored()).toEqual(['ERP1:1=1']);
  });

  describe('is rejected with the numbers and changes nothing', () => {
    it.each<[string, readonly object[], string, number, RegExp]>([
      [
        'more records would be deleted than expected',
        [row(1)],
        'expect_deleted_max=1',
        409,
        /^The call would delete 2 of the 3 records .* expect_deleted_max is 1/,
      ],
      ['a row is invalid', [row(1, { value: 'x' })], 'expect_deleted_max=5', 400, /records\[0\]\.value/],
      [
        'the database rejects a row',
        [row(1), row(6, { website_id: 99 })],
        'expect_deleted_max=5',
        400,
        /records\[1\]\.website_id/,
      ],
      [
        'a row is outdated',
        [row(1), row(2, { source_version: 1 })],
        'expect_deleted_max=5',
        409,
        /^The source_version of 1 of 2 rows is lower/,
      ],
      [
        'a row is outside the scope',
        [row(1), row(6, { external_id: 'X:6' })],
        'expect_deleted_max=5',
        400,
        /^The records of 1 of the 2 rows do not match searchCriteria/,
      ],
      ['two rows refer to the same record', [row(1), row(1)], 'expect_deleted_max=5', 400, /same record/],
      ['there are no rows', [], 'expect_deleted_max=5', 400, /^The call contains 0 rows/],
      ['the limit is missing', [row(1)], '', 400, /"expect_deleted_max" is required/],
    ])('if %s', async (_, records, query, status, text) => {
      const before = await stored();
      const answer = await replace(records, query);
      expect([answer.status, messageOf(answer.body)]).toEqual([status, expect.stringMatching(text)]);
      expect(await stored()).toEqual(before);
    });

    it('if there is no filter, or a replace parameter without replace=1', async () => {
      const before = await stored();
      expect((await replace([row(1)], 'expect_deleted_max=9', 'searchCriteria=')).body.parameters).toEqual({
        fieldName: 'filter_groups',
      });
      for (const query of [ERP, 'expect_deleted_max=1', 'dryRun=1']) {
        const { status, body } = await post(`${BASE}/bulk?${query}`, { records: [row(1, { value: 9 })] });
        expect([status, body.message]).toEqual([400, expect.stringContaining('only allowed with replace=1')]);
      }
      expect(await stored()).toEqual(before);
    });
  });

  it('returns the same response in a dry run and stores nothing', async () => {
    const before = await stored();
    const { status, body } = await replace([row(1, { value: 10 }), row(5)], 'expect_deleted_max=5&dryRun=1');
    expect([status, body]).toMatchObject([
      200,
      { created: 1, updated: 1, deleted: 2, dry_run: 1, items: [{}, { status: 'created', id: null }] },
    ]);
    expect((await replace([row(1)], 'expect_deleted_max=1&dryRun=1')).status).toBe(409);
    expect(await stored()).toEqual(before);
  });

  it('requires the rights to save and to delete', async () => {
    const right = (verb: string) => `_Customerprice::${verb}`;
    const call = (by: string) =>
      post(`${BASE}/bulk?replace=1&${ERP}&expect_deleted_max=5`, { records: [row(1)] }, {}, by);
    const saver = await app.integrationToken(right('save'));
    expect([(await call(saver)).status, (await post(`${BASE}/bulk`, { records: [] }, {}, saver)).status]).toEqual([
      403, 200,
    ]);
    expect((await call(await app.integrationToken(right('delete')))).status).toBe(403);
    expect((await call(await app.integrationToken(right('save'), right('delete')))).status).toBe(200);
  });

  it('runs once per idempotency key', async () => {
    const headers = { 'idempotency-key': 'replaced' };
    const path = `${BASE}/bulk?replace=1&${ERP}`;
    const once = await post(`${path}&expect_deleted_max=5`, { records: [row(1)] }, headers);
    await post(`${BASE}/bulk`, { records: [row(2)] });
    const again = await post(`${path}&expect_deleted_max=5`, { records: [row(1)] }, headers);
    expect([again.status, again.text]).toEqual([200, once.text]);
    expect(await stored()).toContain('ERP1:2=2');
    expect((await post(`${path}&expect_deleted_max=4`, { records: [row(1)] }, headers)).status).toBe(409);
  });

  describe('as a job, for more rows (csv.md, "Over REST")', () => {
    const imported = async (file: string, content: string, query = `${ERP}&expect_deleted_max=5`, by = token) => {
      const response = await fetch(`${app.url}/rest/V1/import?replace=1&file=${file}&${query}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${by}`, 'content-type': 'application/gzip' },
        body: Uint8Array.from(gzipSync(content)),
      });
      const body = (await response.json()) as { readonly uuid: string; readonly message: string };
      if (response.status !== 202) return { ...body, status: response.status };
      for (;;) {
        const job = await app.good('GET', `/rest/V1/jobs/${body.uuid}`);
        if (job.status !== 4) return job;
        await delay(20);
      }
    };
    /** Starts with a byte order mark, as Windows tools write it. */
    const lines = (records: readonly object[]) => `\uFEFF${records.map((one) => JSON.stringify(one)).join('\n')}`;
    const csv = (records: readonly { readonly [name: string]: unknown }[]) => {
      const columns = ['customer_number', 'sku', 'value', 'external_id', 'source_version'];
      return [columns, ...records.map((one) => columns.map((name) => one[name]))]
        .map((cells) => `${cells.join(',')}\n`)
        .join('');
    };

    it('resolves business keys in its scope, as bulk calls do', async () => {
      await post('commerce/customers/bulk', { records: [{ customer_number: 'C-2' }] });
      const other = row(8, { customer_number: 'C-2' });
      expect((await replace([row(1), row(2), other])).body).toMatchObject({ failed: 0 });
      const scope = `${filter('customer_number', 'eq', 'C-1')}&expect_deleted_max=5`;
      const job = await imported('customer_price.ndjson', lines([row(1)]), scope);
      expect(job.result).toMatchObject({ files: [{ unchanged: 1, failed: 0 }] });
      expect(job.result.files[0].deleted).toBeGreaterThan(0);
      expect((await stored()).toSorted()).toEqual(['ERP1:1=1', 'ERP1:8=8']);
      for (const [field, condition, expected] of [
        ['customer_number', 'like', "can't be used"],
        ['customer_nomber', 'eq', 'customer_nomber'],
        ['customer_website_code', 'eq', 'Send it together with'],
      ] as const) {
        const wrong = `${filter(field, condition, 'base')}&expect_deleted_max=5`;
        const { status, ...body } = await imported('customer_price.ndjson', lines([row(1)]), wrong);
        expect([status, messageOf(body) + JSON.stringify(body)]).toEqual([400, expect.stringContaining(expected)]);
      }
    });

    it.each([
      ['customer_price.csv', csv],
      ['customer_price.ndjson', lines],
    ] as const)('applies valid replacements and rejects invalid ones from %s', async (file, content) => {
      const good = [row(1), row(2, { value: 20 }), row(5)];
      const tried = await imported(file, content(good), `${ERP}&expect_deleted_max=5&dryRun=1`);
      expect(tried.result).toMatchObject({ dry_run: true, files: [{ created: 1, updated: 1, deleted: 1 }] });
      const before = await stored();
      for (const [records, query, expected] of [
        [[row(1)], `${ERP}&expect_deleted_max=1`, /^The call would delete 2 of the 3 records/],
        [[row(1), row(2, { source_version: 1 })], undefined, /^The source_version of 1 of 2 rows is lower/],
        [
          [row(1), row(6, { external_id: 'X:6' })],
          undefined,
          /^The records of 1 of the 2 rows do not match searchCriteria/,
        ],
      ] as const)
        expect(await imported(file, content(records), query)).toMatchObject({
          status: 3,
          message: expect.stringMatching(expected),
        });
      for (const bad of [row(2, { value: 'x' }), row(1)])
        expect(await imported(file, content([row(1), bad]))).toMatchObject({
          status: 3,
          message:
            'Failed rows: 1 of 2. Nothing was stored. Correct the rows listed in refused.csv, then import the file again.',
          result: { rolled_back: true, files: [{ failed: 1 }] },
          files: expect.arrayContaining([expect.stringMatching(/refused\.csv$/)]),
        });
      expect(await stored()).toEqual(before);
      const done = await imported(file, content(good));
      expect([done.message, done.result]).toMatchObject([
        null,
        { files: [{ unchanged: 1, created: 1, updated: 1, deleted: 1 }] },
      ]);
      expect(await stored()).toEqual(['ERP1:1=1', 'ERP1:2=20', 'OTHER:4=4', 'ERP1:5=5']);
    });

    it('accepts more than 10,000 rows of JSON Lines', async () => {
      const customers = Array.from({ length: 10_500 }, (_, index) => ({ customer_number: `BIG-${index}` }));
      const scope = `${filter('customer_number', 'like', 'BIG-%')}&expect_deleted_max=0`;
      const done = await imported('customer.ndjson', lines(customers), scope);
      expect(done.result).toMatchObject({ files: [{ created: 10_500, failed: 0, deleted: 0 }] });
    });

    it('returns errors that are known in advance at once', async () => {
      const content = csv([row(1)]);
      expect((await imported('customer_price.csv', content, 'expect_deleted_max=1')).status).toBe(400);
      expect((await imported('customer_price.csv', content, ERP)).status).toBe(400);
      expect(
        (await imported('customer_price.csv', content, `${filter('nope', 'eq', '1')}&expect_deleted_max=1`)).status,
      ).toBe(400);
      const unknown = await imported('nope.csv', content);
      expect([unknown.status, unknown.message]).toEqual([
        400,
        expect.stringContaining('"%file" is not the name of an export file'),
      ]);
      const linked = await imported('document_link.csv', content);
      expect([linked.status, linked.message]).toEqual([400, expect.stringContaining('cannot be replaced')]);
      const saver = await app.integrationToken('_Import::save', '_Customerprice::save');
      expect((await imported('customer_price.csv', content, undefined, saver)).status).toBe(403);
    });
  });
});
