import { ChangeLog } from '../../libs/kernel/index.js';
import { startApp, type TestApp } from '../support/app.js';
import { describeOnDatabases } from '../support/databases.js';

const PRICES = '/rest/V1/pricing/customerprice/bulk';
const LINES = { 'content-type': 'application/x-ndjson' };

describeOnDatabases('many records in one call (bulk.md)', (kind) => {
  let app: TestApp;
  let token: string;
  const post = (path: string, body: unknown, headers: Readonly<Record<string, string>> = {}) =>
    app.call('POST', `/rest/V1/${path}`, body, token, headers);
  const rows = (path: string, records: readonly unknown[], query = '') => post(`${path}/bulk${query}`, { records });
  const statuses = (body: { items: readonly { status: string }[] }) => body.items.map(({ status }) => status);

  beforeAll(async () => {
    app = await startApp({ database: kind, settings: { BULK_MAX_MB: '1' } });
    token = await app.adminToken();
    const products = Array.from({ length: 40 }, (_, index) => ({ sku: `S-${index}`, name: 'x', price: 10 }));
    expect((await rows('commerce/products', products)).body.created).toBe(40);
    const customers = Array.from({ length: 40 }, (_, index) => ({ customer_number: `C-${index}` }));
    expect((await rows('commerce/customers', customers)).body.created).toBe(40);
  });
  afterAll(() => app.close());

  it('are applied in order, and later rows find earlier records by any key', async () => {
    const { body } = await rows('pricing/customerprice', [
      { customer_number: 'C-1', sku: 'S-1', value: 1, external_id: 'E-1', source_version: 1 },
      { external_id: 'E-1', qty: 5, source_version: 2 },
      { customer_number: 'C-1', sku: 'S-1', value: 2 },
      { customer_number: 'C-1', sku: 'S-1', qty: '5.0', value: 3, source_version: 3 },
      { external_id: 'E-1', value: '3.000000', source_version: 3 },
    ]);
    expect(statuses(body)).toEqual(['created', 'updated', 'created', 'updated', 'failed']);
    const ids = body.items.map(({ id }: { id: number }) => id);
    expect([ids[1], ids[3]]).toEqual([ids[0], ids[0]]);
  });

  describe.each(['best_effort', 'all_or_nothing'])('two rows for one record in %s mode', (mode) => {
    const price = (number: number, more: object) => ({
      customer_number: `C-${number}`,
      sku: mode === 'best_effort' ? 'S-20' : 'S-21',
      value: 1,
      ...more,
    });
    const sent = (records: readonly unknown[]) => rows('pricing/customerprice', records, `?mode=${mode}`);
    /** Expects one error: a failed row in best_effort mode, else a 400 that stores nothing. */
    const refused = async (records: readonly unknown[], text: string) => {
      const before = await app.good('GET', '/rest/V1/pricing/customerprice/search?searchCriteria=');
      const { status, body } = await sent(records);
      const failed = mode === 'best_effort' ? body.items.filter((one: { error: unknown }) => one.error) : [];
      expect(status).toBe(mode === 'best_effort' ? 200 : 400);
      const errors = mode === 'best_effort' ? failed.map(({ error }: { error: object }) => error) : [body];
      expect(errors).toHaveLength(1);
      expect(errors[0].message).toContain(text);
      const after = await app.good('GET', '/rest/V1/pricing/customerprice/search?searchCriteria=');
      if (mode === 'all_or_nothing') expect(after).toEqual(before);
      return body;
    };

    it("make the second fail with the first's index, whatever their keys and changes", async () => {
      const text = 'refers to the same record';
      await refused([price(20, {}), price(20, { value: 2 })], text);
      await sent([price(21, { external_id: `${mode}-21` })]);
      const body = await refused([{ external_id: `${mode}-21`, value: 1 }, price(21, { value: 3 })], text);
      const { parameters } = mode === 'best_effort' ? body.items[1].error : body;
      expect(parameters).toMatchObject({ index: 0 });
      const stored = await app.good(
        'GET',
        `/rest/V1/pricing/customerprice/search?searchCriteria[filter_groups][0][filters][0][field]=external_id&searchCriteria[filter_groups][0][filters][0][value]=${mode}-21`,
      );
      expect(stored.items[0].value).toBe(1);
    });

    it('both apply if the later source_version is higher, else the later row fails', async () => {
      const { body } = await sent([
        price(22, { source_version: 1 }),
        price(22, { source_version: 2, value: 2 }),
        price(22, { source_version: 3, value: 3 }),
      ]);
      expect(statuses(body)).toEqual(['created', 'updated', 'updated']);
      await refused(
        [price(22, { source_version: 4, value: 4 }), price(22, { source_version: 4, value: 5 })],
        'same record',
      );
      await refused([price(23, { source_version: 4 }), price(23, { value: 5 })], 'same record');
    });

    it('fail if the key belongs to another external_id; without one, they update the record', async () => {
      const [first] = (await sent([price(24, { external_id: `${mode}-24` })])).body.items;
      const says = 'already exists';
      await refused([price(24, { external_id: `${mode}-other`, value: 9 })], says);
      const { customer_id } = await app.good('GET', `/rest/V1/pricing/customerprice/${first.id}`);
      const one = { customer_id, sku: price(24, {}).sku, value: 9, external_id: `${mode}-other` };
      const posted = await post('pricing/customerprice', { customerPrice: one });
      expect([posted.status, posted.body.message]).toEqual([400, expect.stringContaining(says)]);
      await refused([price(25, { external_id: `${mode}-25` }), price(25, { external_id: `${mode}-26` })], says);
      const { body } = await sent([price(24, { value: 7 })]);
      expect(body.items).toEqual([{ ...first, status: 'updated' }]);
      await sent([price(26, {})]);
      expect(statuses((await sent([price(26, { external_id: `${mode}-27` })])).body)).toEqual(['updated']);
    });
  });

  it('report a repeated record across groups', async () => {
    const many = Array.from({ length: 600 }, (_, index) => ({ customer_number: `R-${index}` }));
    const { body } = await rows('commerce/customers', [...many, { customer_number: 'R-3', first_name: 'x' }]);
    expect([body.created, body.failed, body.items[600].error.parameters.index]).toEqual([600, 1, 3]);
  });

  it('report a row with a lower source_version as outdated; PUT returns the stored record', async () => {
    const row = { customer_number: 'C-30', sku: 'S-30', value: 1, external_id: 'OUT', source_version: 5 };
    const [{ id }] = (await rows('pricing/customerprice', [row])).body.items;
    const older = { external_id: 'OUT', source_version: 4, value: 2 };
    expect((await rows('pricing/customerprice', [older])).body).toMatchObject({
      unchanged: 0,
      outdated: 1,
      failed: 0,
      items: [{ index: 0, status: 'outdated', id, error: null }],
    });
    expect((await rows('pricing/customerprice', [older], '?mode=all_or_nothing')).body).toMatchObject({ outdated: 1 });
    const invalid = [
      { ...older, value: 'x' },
      { ...row, source_version: 3, from_date: '2026-02-01', to_date: '2026-01-01' },
    ];
    for (const one of invalid) expect((await rows('pricing/customerprice', [one])).body.failed).toBe(1);
    const put = (fields: object) =>
      app.call('PUT', `/rest/V1/pricing/customerprice/${id}`, { customerPrice: fields }, token);
    const answered = await put({ source_version: 4, value: 2 });
    expect([answered.status, answered.body.value, answered.headers.get('x-outdated')]).toEqual([200, 1, '1']);
    expect((await put({ source_version: 4, value: 'x' })).status).toBe(400);
    const newer = await put({ source_version: 5, value: 2 });
    expect([newer.body.value, newer.headers.get('x-outdated')]).toEqual([2, null]);
  });

  it('let later rows see what earlier ones changed in other records', async () => {
    const second = { code: 'second', name: 'x', base_currency: 'USD', timezone: 'UTC', is_default: 1 };
    const { body } = await rows('commerce/websites', [
      second,
      { code: 'base', is_default: 1 },
      { ...second, code: 'third' },
      { code: 'base', is_default: 1 },
    ]);
    expect(statuses(body)).toEqual(['created', 'updated', 'created', 'failed']);
    await rows('commerce/websites', [{ code: 'base', is_default: 1 }]);
    const base = await app.good('GET', '/rest/V1/commerce/websites/1');
    expect(base.is_default).toBe(1);
  });

  it('treat a null business key as no record, unless the id is sent too', async () => {
    const { body } = await rows('commerce/productTierPrices', [
      { sku: 'S-1', qty: 3, value: 1, customer_group_code: null },
      { sku: 'S-1', qty: 3, value: 1, customer_group_code: null, customer_group_id: 1 },
    ]);
    expect(statuses(body)).toEqual(['created', 'created']);
    const tier = (id: number) => app.good('GET', `/rest/V1/commerce/productTierPrices/${id}`);
    expect([
      (await tier(body.items[0].id)).customer_group_id,
      (await tier(body.items[1].id)).customer_group_id,
    ]).toEqual([null, 1]);
  });

  it('ignore an older source_version, even if its values contradict newer ones', async () => {
    const row = { customer_number: 'C-2', sku: 'S-2', source_version: 5, from_date: '2026-02-01' };
    const { body } = await rows('pricing/customerprice', [
      { ...row, value: 1 },
      { ...row, to_date: '2026-03-01', value: 1, external_id: 'E-2' },
    ]);
    const again = await rows('pricing/customerprice', [{ ...row, value: 2, source_version: 4 }]);
    const parts = await rows('pricing/customerprice', [
      { external_id: 'E-2', to_date: '2026-01-01', source_version: 3 },
    ]);
    const equal = await rows('pricing/customerprice', [{ external_id: 'E-2', value: 9, source_version: 5 }]);
    expect([body, again.body, parts.body, equal.body].flatMap(statuses)).toEqual([
      'created',
      'created',
      'outdated',
      'outdated',
      'updated',
    ]);
  });

  it('return the version that contains all rows, and log many changes per customer', async () => {
    const log = app.get<ChangeLog>(ChangeLog);
    const before = await log.version();
    const many = Array.from({ length: 1_200 }, (_, index) => ({
      customer_number: `C-${index % 40}`,
      sku: `S-${Math.floor(index / 40)}`,
      qty: 100,
      value: 1,
    }));
    const whole = await rows('pricing/customerprice', many, '?mode=all_or_nothing');
    expect(whole.headers.get('x-pricing-version')).toBe(String(before + 1));
    const logged = await log.since(before, 10_000);
    expect(logged).toHaveLength(40);
    expect(new Set(logged.map(({ scope, productId }) => `${scope} ${productId}`))).toEqual(new Set(['customer null']));
    const again = await rows('pricing/customerprice', many);
    expect([again.body.unchanged, again.headers.get('x-pricing-version')]).toEqual([1_200, String(before + 1)]);
  });

  it('return one response for best_effort, whose groups have a version each, with the last version', async () => {
    const log = app.get<ChangeLog>(ChangeLog);
    const before = await log.version();
    const many = Array.from({ length: 1_200 }, (_, index) => ({ name: `grouped ${index}`, external_id: `g-${index}` }));
    const { body, headers } = await rows('commerce/categories', [...many, { name: 'broken', parent_id: 99_999 }]);
    expect([body.created, body.failed, body.items.length]).toEqual([1_200, 1, 1_201]);
    expect(body.items.map(({ index }: { readonly index: number }) => index)).toEqual([...body.items.keys()]);
    const after = await log.version();
    expect(headers.get('x-pricing-version')).toBe(String(after));
    // The first group has 250 rows and no group more than 2,500.
    expect(after - before).toBeGreaterThanOrEqual(2);
  });

  it('accept JSON Lines with any bytes and report each invalid line at its index', async () => {
    const good = JSON.stringify({ customer_number: 'C-3', sku: 'S-3', value: 1 });
    const bytes = Buffer.concat([
      Buffer.from(`${good}\r\n{"value": \n\n`),
      Buffer.from([0x7b, 0xff, 0x7d, 0x0a]),
      Buffer.from(`[{}]\nnull\n${'['.repeat(70)}${']'.repeat(70)}\n${good}\n\n \n`),
    ]);
    const response = await fetch(app.url + PRICES, {
      method: 'POST',
      headers: { ...LINES, authorization: `Bearer ${token}` },
      body: bytes,
    });
    const body = (await response.json()) as { items: readonly { status: string; error: unknown }[] };
    expect(statuses(body)).toEqual(['created', ...Array.from({ length: 7 }, () => 'failed')]);
    expect(body.items[1]?.error).toEqual({ message: 'Decoding error.' });
    expect(body.items[4]?.error).toEqual({
      message: 'The record is not a JSON object. Send each record as an object.',
    });
    const whole = await post('pricing/customerprice/bulk?mode=all_or_nothing', `${good}\n5`, LINES);
    expect([whole.status, whole.body]).toEqual([
      400,
      { message: 'records[1]: The record is not a JSON object. Send each record as an object.' },
    ]);
    for (const type of ['application/x-ndjson', 'application/json']) {
      const empty = await fetch(app.url + PRICES, {
        method: 'POST',
        headers: { 'content-type': type, authorization: `Bearer ${token}`, 'content-length': '0' },
        body: '',
      });
      expect([empty.status, await empty.json()]).toEqual([
        400,
        { message: expect.stringMatching(/^The body is empty\. Send at least one row/) },
      ]);
    }
    expect((await rows('pricing/customerprice', [])).body.items).toEqual([]);
  });

  it('return 413 above BULK_MAX_MB and 400 for other content types', async () => {
    expect((await post('pricing/customerprice/bulk', ' '.repeat(1024 * 1024 + 1))).status).toBe(413);
    const text = await post('pricing/customerprice/bulk', '{}', { 'content-type': 'text/csv' });
    expect([text.status, text.body.message]).toEqual([400, expect.stringContaining('text/csv')]);
    const charset = await post('pricing/customerprice/bulk', '{}', {
      'content-type': 'application/x-ndjson; charset=latin1',
    });
    expect(charset.status).toBe(400);
    expect((await post('pricing/customerprice', '{}', LINES)).status).toBe(400);
  });

  it('report every error with its row in all_or_nothing mode and store nothing', async () => {
    const good = { customer_number: 'C-4', sku: 'S-4', value: 1 };
    const bad = await rows(
      'pricing/customerprice',
      [good, { ...good, qty: 2, value: 'x' }, { ...good, sku: 'NONE' }],
      '?mode=all_or_nothing',
    );
    expect(bad.status).toBe(400);
    expect(bad.body.errors.map(({ message }: { message: string }) => message)).toEqual([
      expect.stringContaining('"records[1].value"'),
      expect.stringContaining('Invalid value'),
    ]);
    expect(bad.body.errors[1].parameters).toEqual({ fieldName: 'records[2].sku', value: 'NONE' });
    const refused = await rows(
      'commerce/customers',
      [{ customer_number: 'N-1' }, { customer_number: 'N-2', group_id: 4711 }],
      '?mode=all_or_nothing',
    );
    expect(refused.body.parameters).toEqual({ fieldName: 'records[1].group_id', value: 4711 });
    const unknown = await rows('pricing/customerprice', [good, { id: 99_999, value: 1 }], '?mode=all_or_nothing');
    expect([unknown.status, unknown.body.parameters]).toEqual([400, { fieldName: 'records[1].id', value: 99_999 }]);
    expect(unknown.body.message).toMatch(/ Allowed: the id of an existing customer price\.$/);
    expect((await app.call('GET', '/rest/V1/commerce/customers/number/N-1', undefined, token)).status).toBe(404);
    expect((await rows('pricing/customerprice', [good])).body.created).toBe(1);
  });

  it('report at most 100 errors per call', async () => {
    const { body } = await rows('pricing/customerprice', Array(500).fill({}), '?mode=all_or_nothing');
    expect(body.errors).toHaveLength(100);
  });

  it('report errors of distant rows together', async () => {
    const records = Array.from({ length: 1_500 }, (_, index) => ({
      name: 'far apart',
      ...(index % 1_400 === 7 ? { colour: 1 } : {}),
    }));
    const { body } = await rows('commerce/categories', records, '?mode=all_or_nothing');
    const fields = body.errors.map(({ parameters }: { parameters: { fieldName: string } }) => parameters.fieldName);
    expect(fields).toEqual(['records[7].colour', 'records[1407].colour']);
  });

  it('create no version if the database rejects them all', async () => {
    const log = app.get<ChangeLog>(ChangeLog);
    const before = await log.version();
    const { body } = await rows('commerce/customers', [{ customer_number: 'V-1', group_id: 4711 }]);
    expect([body.failed, await log.version()]).toEqual([1, before]);
  });

  it('are stored if valid, even if every second row fails', async () => {
    const mixed = Array.from({ length: 400 }, (_, index) => ({
      customer_number: `M-${index}`,
      group_id: index % 2 === 0 ? 1 : 4711,
    }));
    const { body } = await rows('commerce/customers', mixed);
    expect([body.created, body.failed]).toEqual([200, 200]);
    expect(statuses(body)).toEqual(mixed.map(({ group_id }) => (group_id === 1 ? 'created' : 'failed')));
  });

  it("can include customers' passwords for signing in", async () => {
    const password = 'a password of many';
    const { body } = await rows('commerce/customers', [
      { email: 'many@example.com', password },
      { email: 'x', password },
    ]);
    expect(statuses(body)).toEqual(['created', 'failed']);
    const signIn = { username: 'many@example.com', password };
    expect((await app.call('POST', '/rest/V1/integration/customer/token', signIn)).status).toBe(200);
    expect(JSON.stringify(body)).not.toContain(password);
  });
});
