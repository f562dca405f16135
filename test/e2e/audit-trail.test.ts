import { Database, Personal } from '../../libs/database/index.js';
import { Transactions } from '../../libs/kernel/index.js';
import { Resources } from '../../libs/records/index.js';
import { AuditExportJob } from '../../src/audit/adapters/csv/audit-export-job.js';
import { AuditEntriesFound } from '../../src/audit/ports/audit-entries.js';
import { SqlAuditEvents } from '../../src/audit/adapters/sql/sql-audit-events.js';
import { ForgetDays } from '../../src/audit/application/extend-chain.js';
import { KeepEvents } from '../../src/audit/adapters/process/keep-events.js';
import { ExtendChain, VerifyChain } from '../../src/audit/index.js';
import { PUBLIC_BASE, startApp, type TestApp } from '../support/app.js';
import { describeOnDatabases } from '../support/databases.js';
import { PassportShop } from '../support/passport-shop.js';
import { Shop } from '../support/shop.js';
import { soapCall } from '../support/soap.js';

interface Item {
  readonly id: number;
  readonly caller: string;
  readonly interface: string;
  readonly operation: string;
  readonly address: string | null;
  readonly resource: string;
  readonly action: string;
  readonly records: readonly {
    readonly id: number | null;
    readonly key: string | null;
    readonly cause: string | null;
    readonly source_version: number | null;
    readonly changes: Readonly<Record<string, readonly [unknown, unknown]>>;
  }[];
}

describeOnDatabases('the audit trail', (database) => {
  let app: TestApp;
  let shop: Shop;
  let customer: number;

  beforeAll(async () => {
    // Without workers, deferred calls stay pending and can be cancelled.
    app = await startApp({ database, settings: { JOB_WORKERS: '0' } });
    shop = new Shop(app);
    customer = (await shop.commerce('customers', 'customer', { customer_number: 'C1', email: 'ada@example.com' })).id;
  });

  afterAll(() => app.close());

  const search = (query = ''): Promise<{ items: readonly Item[]; total_count: number }> =>
    app.good('GET', `/rest/V1/audit/search${query}`);
  const filterBy = (field: string, value: string, index = 0): string =>
    `searchCriteria[filterGroups][${index}][filters][0][field]=${field}&searchCriteria[filterGroups][${index}][filters][0][value]=${encodeURIComponent(value)}`;
  const entriesOf = async (resource: string, action?: string): Promise<readonly Item[]> =>
    (
      await search(
        `?${filterBy('resource', resource)}${action === undefined ? '' : `&${filterBy('action', action, 1)}`}`,
      )
    ).items;
  const historyOf = async (resource: string, id: number) => app.good('GET', `/rest/V1/audit/${resource}/${id}`);
  const run = async (sql: string, params: readonly (string | number | null)[] = []): Promise<void> => {
    await app.get<Transactions>(Transactions).write(() => app.get<Database>(Database).run(sql, params));
  };
  const verified = async () => {
    await app.get<ExtendChain>(ExtendChain).extend();
    return app.get<VerifyChain>(VerifyChain).verify();
  };

  it('records who changed which price, from where, how, and which values', async () => {
    const sku = await shop.product({ price: 10 });
    const made = await shop.customerPrice({
      customer_id: customer,
      sku,
      value: 9.5,
      external_id: 'E1',
      source_version: 3,
    });
    await app.good('PUT', `/rest/V1/pricing/customerprice/${made.id}`, { customerPrice: { value: 9.9 } });
    await app.good('DELETE', `/rest/V1/pricing/customerprice/${made.id}`);
    const { items, total_count } = await historyOf('customerPrice', made.id);
    expect(total_count).toBe(3);
    expect(items.map(({ action }: Item) => action)).toEqual(['deleted', 'updated', 'created']);
    const [deleted, updated, created] = items;
    expect(updated).toMatchObject({
      caller: expect.stringMatching(/^admin:\d+$/) as string,
      interface: 'rest',
      operation: 'PUT /rest/V1/pricing/customerprice/:id',
      address: '127.0.0.1',
      records: [{ id: made.id, key: 'E1', source_version: 3, changes: { value: [9.5, 9.9] } }],
    });
    // updated_at is left out because it follows from the time of the act.
    expect(Object.keys(updated.records[0].changes)).toEqual(['value']);
    expect(created.records[0].changes).toMatchObject({ value: [null, 9.5], customer_id: [null, customer] });
    expect(deleted.records[0].changes).toMatchObject({ value: [9.9, null], external_id: ['E1', null] });
    expect(updated.request_id).toMatch(/\S/);
  });

  it('records nothing of a write that is rejected or changes nothing', async () => {
    const sku = await shop.product({ price: 10 });
    const { id } = await shop.customerPrice({ customer_id: customer, sku, value: 9.5 });
    const before = (await search()).total_count;
    await app.good('PUT', `/rest/V1/pricing/customerprice/${id}`, { customerPrice: { value: 9.5 } });
    expect((await shop.ask('PUT', `pricing/customerprice/${id}`, { customerPrice: { value: -1 } })).status).toBe(400);
    expect((await shop.ask('DELETE', 'pricing/customerprice/999999')).status).toBe(404);
    expect((await search()).total_count).toBe(before);
  });

  it('records what a deletion deletes and sets to null in other records', async () => {
    const sku = await shop.product({ price: 10 });
    const other = (await shop.commerce('customers', 'customer', { customer_number: 'C-gone' })).id;
    const price = await shop.customerPrice({ customer_id: other, sku, value: 8 });
    const order = await shop.commerce('salesEntities', 'salesEntity', {
      id: 4711,
      entity_type: 'order',
      entity_id: 4711,
      customer_id: other,
    });
    await app.good('DELETE', `/rest/V1/commerce/customers/${other}`);
    expect((await historyOf('customerPrice', price.id)).items[0]).toMatchObject({
      action: 'deleted',
      records: [{ cause: 'customer', changes: { value: [8, null] } }],
    });
    expect((await historyOf('salesEntity', order.id)).items[0]).toMatchObject({
      action: 'updated',
      records: [{ cause: 'customer', changes: { customer_id: [other, null] } }],
    });
  });

  it('groups rows of a bulk call and returns each by its record', async () => {
    const skus = await Promise.all(Array.from({ length: 3 }, () => shop.product({ price: 1 })));
    const many = (await shop.commerce('customers', 'customer', { customer_number: 'C-many' })).id;
    const records = Array.from({ length: 600 }, (_, row) => ({
      customer_id: many,
      sku: skus[row % 3],
      qty: 1 + Math.floor(row / 3),
      value: 1,
    }));
    const saved = await app.good('POST', '/rest/V1/pricing/customerprice/bulk', { records });
    const ids = saved.items.map(({ id }: { id: number }) => id);
    const created = (await entriesOf('customerPrice', 'created')).filter(({ operation }) =>
      operation.endsWith('/bulk'),
    );
    expect(created.flatMap(({ records: some }) => some.map(({ id }) => id)).sort()).toEqual(ids.sort());
    expect(Math.max(...created.map(({ records: some }) => some.length))).toBe(250);
    expect((await historyOf('customerPrice', ids[301])).items).toMatchObject([
      { action: 'created', records: [{ id: ids[301] }] },
    ]);
    expect((await historyOf('customerPrice', ids[301])).items[0].records).toHaveLength(1);
  });

  it('records bulk PUT, assignment and by-document routes', async () => {
    const sku = await shop.product({ price: 10 });
    const list = await shop.list({}, []);
    const group = (await shop.commerce('customerGroups', 'customerGroup', { code: 'Resellers' })).id;
    const row = await shop.listRow({ pricelist_id: list, sku, value: 5 });
    const document = (await shop.ask('POST', 'customerdocuments', { document: { name: 'D' } })).body.id;
    const product = (await app.good('GET', `/rest/V1/commerce/products/sku/${sku}`)).id;
    const [first, second] = [
      (await shop.commerce('customers', 'customer', { customer_number: 'C-doc1' })).id,
      (await shop.commerce('customers', 'customer', { customer_number: 'C-doc2' })).id,
    ];
    const good = (verb: 'POST' | 'PUT' | 'DELETE', path: string, body?: object) =>
      app.good(verb, `/rest/V1/${path}`, body);
    const ofCustomer = await good('POST', 'customerdocuments/customer', {
      documentCustomer: { document_id: document, customer_id: first },
    });
    const ofGroup = await good('POST', 'customerdocuments/customergroup', {
      customerGroup: { document_id: document, customer_group_id: 1 },
    });
    const ofProduct = await good('POST', 'customerdocuments/product', {
      documentProduct: { document_id: document, product_id: product },
    });
    await good('PUT', 'pricing/pricelistbulk', { priceLists: [{ id: list, name: 'Renamed' }] });
    await good('PUT', 'pricing/pricelistproductbulk', { priceListProducts: [{ id: row.id, value: 6 }] });
    await good('PUT', `customerdocuments/customer/${ofCustomer.id}`, { documentCustomer: { customer_id: second } });
    await good('PUT', `customerdocuments/customergroup/${ofGroup.id}`, { customerGroup: { customer_group_id: group } });
    await good('DELETE', `customerdocuments/product/by-document/${document}`);
    for (const [resource, id, action, operation] of [
      ['priceList', list, 'updated', 'PUT /rest/V1/pricing/pricelistbulk'],
      ['priceListProduct', row.id, 'updated', 'PUT /rest/V1/pricing/pricelistproductbulk'],
      ['documentCustomer', ofCustomer.id, 'updated', 'PUT /rest/V1/customerdocuments/customer/:id'],
      ['documentCustomerGroup', ofGroup.id, 'updated', 'PUT /rest/V1/customerdocuments/customergroup/:id'],
      ['documentProduct', ofProduct.id, 'deleted', 'DELETE /rest/V1/customerdocuments/product/by-document/:documentId'],
    ] as const)
      expect((await historyOf(resource, id)).items[0]).toMatchObject({ action, operation, records: [{ id }] });
  });

  it("stores the server's own request ID next to the caller's IDs", async () => {
    const [sent, trace] = ['of-somebody-else', '4bf92f3577b34da6a3ce929d0e0e4736'];
    const headers = { 'x-request-id': sent, traceparent: `00-${trace}-00f067aa0ba902b7-01` };
    const token = await app.adminToken();
    const { body, headers: answered } = await app.call(
      'POST',
      '/rest/V1/commerce/categories',
      { category: { name: 'Named by its caller' } },
      token,
      headers,
    );
    expect(answered.get('x-request-id')).toBe(sent);
    const [entry] = (await historyOf('category', body.id)).items;
    expect(entry).toMatchObject({ caller_request_id: sent, caller_trace_id: trace, trace_id: null });
    expect(entry.request_id).toMatch(/^[\da-f-]{36}$/);
    const line = await app.logs.until(({ msg, id }) => msg === 'request' && id === sent);
    expect(line['own_id']).toBe(entry.request_id);
    const found = await search(`?${filterBy('caller_request_id', sent)}`);
    expect(found.items.map(({ id }) => id)).toEqual([entry.id]);
    expect(await verified()).toMatchObject({ faults: [] });
  });

  it('stores no digest of a secret, and hides those that older versions stored', async () => {
    const fields = app.get<Resources>(Resources).all.flatMap((resource) => resource.fields);
    const secrets = fields.filter(({ name }) => /secret|password|token(?:_digest)?$/.test(name));
    expect(secrets.map(({ name }) => name)).toContain('token_digest');
    for (const { name, kind, isSecret } of secrets)
      expect([name, isSecret === true || kind.type === 'secret']).toEqual([name, true]);

    const changes = { token_digest: [null, 'DIGEST-OF-A-TOKEN'], audience: [null, 'authority'] } as const;
    const entry = { resource: 'passportGrant', id: 999_999, action: 'created', changes } as const;
    await app.get<Transactions>(Transactions).write(() => app.get<Database>(Database).enter(entry));
    const shown = [(await historyOf('passportGrant', 999_999)).items, await entriesOf('passportGrant', 'created')];
    expect(JSON.stringify(shown)).toContain('"audience":[null,"authority"]');
    const faults: string[] = [];
    await verified();
    for (const { records } of (await app.get<AuditEntriesFound>(AuditEntriesFound).numbered(0, 1_000)).entered)
      faults.push(JSON.stringify(records));
    for await (const bytes of app.get<AuditExportJob>(AuditExportJob).lines('ndjson', {}))
      faults.push(bytes.toString());
    expect([...shown, ...faults].map((one) => JSON.stringify(one)).join('')).not.toMatch(
      /token_digest|DIGEST-OF-A-TOKEN/,
    );
    expect(await verified()).toMatchObject({ faults: [] });
  });

  it('records an ended grant, a deletion by filter and a cancelled deferred call', async () => {
    const passports = await new PassportShop(app).open();
    const { passport_id } = await passports.published();
    const { id: grant } = await passports.good('POST', 'grants', {
      audience: 'legitimate_interest',
      for: { passport_ids: [passport_id] },
      to: { name: 'A workshop', email: 'workshop@example.com' },
      purpose: 'Repair',
      until: new Date(Date.now() + 86_400_000).toISOString(),
    });
    await app.good('DELETE', `/rest/V1/dpp/manage/grants/${grant}`);
    const matrix = await shop.pricing('productcustomermatrix', 'productCustomerMatrix', { name: 'May', price: 40 });
    const { id: row } = await shop.pricing('productcustomermatrixattribute', 'productCustomerMatrixAttribute', {
      matrix_id: matrix.id,
      attribute_code: 'finish',
      attribute_value: 'matt',
    });
    const matching = `${filterBy('id', String(row))}&confirm=1`;
    await app.good('DELETE', `/rest/V1/pricing/productcustomermatrixattribute/bulk?${matching}`);
    const product = { sku: 'NEVER', name: 'N', price: 1 };
    const later = await app.call('POST', '/rest/async/V1/commerce/products', { product }, await app.adminToken());
    const { bulk_uuid: job } = later.body;
    await app.good('POST', `/rest/V1/bulk/${job}/cancel`);
    for (const [operation, resource, action] of [
      ['DELETE /rest/V1/dpp/manage/grants/:id', 'passportGrant', 'updated'],
      ['DELETE /rest/V1/pricing/productcustomermatrixattribute/bulk', 'productCustomerMatrixAttribute', 'deleted'],
      ['POST /rest/V1/bulk/:bulkUuid/cancel', 'job', 'cancelled'],
    ] as const)
      expect(
        (await search(`?${filterBy('operation', operation)}`)).items.map((item) => [item.resource, item.action]),
      ).toEqual([[resource, action]]);
  });

  it('never contains a secret, and keeps personal values outside the chain', async () => {
    const person = {
      customer_number: 'C-secret',
      email: 'secret@example.com',
      first_name: 'Ada',
      password: 'hush hush hush',
    };
    const { id } = await shop.commerce('customers', 'customer', person);
    const entry = (await historyOf('customer', id)).items.at(-1).records[0];
    expect(entry).toMatchObject({
      key: 'C-secret',
      changes: { email: [null, 'secret@example.com'], first_name: [null, 'Ada'] },
    });
    const rows = await app
      .get<Database>(Database)
      .query<{ entered: string; personal: string }>(
        "SELECT entered, personal FROM audit_entry WHERE resource = 'customer' AND record_id = ?",
        [id],
      );
    expect(JSON.stringify(rows)).not.toContain('hush');
    expect(rows.map(({ entered }) => entered).join()).not.toContain('secret@example.com');
    expect(rows.map(({ personal }) => personal).join()).toContain('secret@example.com');
  });

  it('is readable only with its right and cannot be changed over the API', async () => {
    const token = await app.integrationToken(
      '_Customerprice::manage',
      '_Customerprice::save',
      '_Customerprice::delete',
    );
    for (const path of ['audit/search', 'audit/customerPrice/1', 'audit/events/search'])
      expect((await app.call('GET', `/rest/V1/${path}`, undefined, token)).status).toBe(403);
    for (const verb of ['POST', 'PUT', 'DELETE'] as const)
      expect((await app.call(verb, '/rest/V1/audit/customerPrice/1', {}, await app.adminToken())).status).toBe(404);
  });

  describe('the chain', () => {
    it('is intact and numbers all transactions without a gap', async () => {
      const { faults, acts, entries } = await verified();
      expect(faults).toEqual([]);
      expect(acts).toBeGreaterThan(5);
      expect(entries).toBeGreaterThan(acts);
      const rows = await app
        .get<Database>(Database)
        .query<{ number: number }>('SELECT number FROM audit_act ORDER BY number');
      expect(rows.map(({ number }) => Number(number))).toEqual(rows.map((_, index) => index + 1));
    });

    it.each([
      ['the action of an entry', 'action'],
      ['the resource of an entry', 'resource'],
      ['the stored content of an entry', 'entered'],
    ])('detects a change to %s', async (_, column) => {
      const row = await app
        .get<Database>(Database)
        .queryOne<Record<string, string> & { act_id: number }>('SELECT * FROM audit_entry WHERE part = 0 LIMIT 1');
      const stored = row?.[column] ?? '';
      const where = 'WHERE act_id = ? AND part = 0';
      await run(`UPDATE audit_entry SET ${column} = ? ${where}`, [stored.replace(/[a-z]/, 'x'), row?.act_id ?? 0]);
      expect((await verified()).faults).toHaveLength(1);
      await run(`UPDATE audit_entry SET ${column} = ? ${where}`, [stored, row?.act_id ?? 0]);
      expect((await verified()).faults).toEqual([]);
    });

    it.each([
      ['the address of a caller', 'audit_act', 'id'],
      ['a personal value of an entry', 'audit_entry', 'act_id'],
    ])('detects a change to %s, but accepts its erasure', async (_, table, act) => {
      const row = await app
        .get<Database>(Database)
        .queryOne<{ act: number; personal: string }>(
          `SELECT ${act} AS act, personal FROM ${table} WHERE personal IS NOT NULL ORDER BY ${act} DESC LIMIT 1`,
        );
      if (!row) throw new Error('nothing personal is there');
      const put = (personal: string | null) =>
        run(`UPDATE ${table} SET personal = ? WHERE ${act} = ? AND personal IS NOT NULL`, [personal, row.act]);
      await put(row.personal.replace('salt', 'sand'));
      expect((await verified()).faults).toEqual([
        expect.stringMatching(/^transaction \d+: its personal data was changed$/),
      ]);
      await put(row.personal);
      expect((await verified()).faults).toEqual([]);
      await put(null);
      expect((await verified()).faults).toEqual([]);
    });

    it('detects a changed caller, a missing transaction and a truncated end', async () => {
      const faultText = async (): Promise<string> => (await verified()).faults.join('\n');
      const last = await app
        .get<Database>(Database)
        .queryOne<{ id: number; number: number; caller: string }>(
          'SELECT id, number, caller FROM audit_act ORDER BY number DESC LIMIT 1',
        );
      if (!last) throw new Error('there is no act');
      await run("UPDATE audit_act SET caller = 'admin:999' WHERE id = ?", [last.id]);
      expect(await faultText()).toContain(`transaction ${last.number} was changed after it was added to the chain`);
      await run('UPDATE audit_act SET caller = ? WHERE id = ?', [last.caller, last.id]);
      await run('DELETE FROM audit_act WHERE number = 2');
      expect(await faultText()).toContain('transaction 2 is missing');
      await run('DELETE FROM audit_act WHERE id = ?', [last.id]);
      expect(await faultText()).toContain('missing');
    });

    it('distinguishes genuine personal values from changed ones', () => {
      const personal = Personal.of({ email: [null, 'a@example.com'] });
      expect(Personal.isGenuine(personal.text, personal.digest)).toBe(true);
      expect(Personal.isGenuine(personal.text.replace('a@', 'b@'), personal.digest)).toBe(false);
    });
  });
});

describeOnDatabases('the audit trail of each caller', (database) => {
  let app: TestApp;
  let shop: Shop;

  beforeAll(async () => {
    app = await startApp({ database });
    shop = new Shop(app);
  });

  afterAll(() => app.close());

  const newest = async (resource: string): Promise<Item | undefined> =>
    (
      await app.good(
        'GET',
        `/rest/V1/audit/search?searchCriteria[filterGroups][0][filters][0][field]=resource&searchCriteria[filterGroups][0][filters][0][value]=${resource}`,
      )
    ).items[0];

  it('names the integration and the job of a deferred call', async () => {
    const token = await app.integrationToken('_Commerce::save');
    const sent = await app.call(
      'POST',
      '/rest/async/V1/commerce/products',
      { product: { sku: 'LATER', name: 'L' } },
      token,
    );
    expect(sent.status).toBe(202);
    const job = sent.body.bulk_uuid as string;
    for (;;) {
      const found = await newest('product');
      if (found) {
        expect(found).toMatchObject({
          interface: 'job',
          job,
          caller: expect.stringMatching(/^integration:\d+$/) as string,
          address: null,
        });
        break;
      }
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    // The job finishes a moment after its call.
    for (;;) {
      const { items } = await app.good('GET', '/rest/V1/audit/search?searchCriteria[pageSize]=40');
      const ofJob = (items as readonly Item[]).filter(({ records }) => records[0]?.key === job);
      if (ofJob.length < 2) continue;
      expect(ofJob.map(({ action, interface: through }) => [action, through])).toEqual([
        ['done', 'job'],
        ['created', 'rest'],
      ]);
      break;
    }
  });

  it('names the SOAP operation of a SOAP call', async () => {
    const token = await app.adminToken();
    const service = 'commerceWebsiteRepositoryV1';
    const { status, text } = await soapCall({
      base: app.url,
      publicBase: PUBLIC_BASE,
      services: service,
      operation: `${service}Save`,
      inner:
        '<website><code>by_soap</code><name>S</name><baseCurrency>EUR</baseCurrency><timezone>Europe/Berlin</timezone></website>',
      token,
    });
    expect([status, text]).toEqual([200, expect.stringContaining('by_soap')]);
    expect(await newest('website')).toMatchObject({ interface: 'soap', operation: `${service}Save` });
  });

  it('names the operating system user of a command', async () => {
    const { inOperation } = await import('../../libs/kernel/index.js');
    const { ManageAccounts } = await import('../../src/access/index.js');
    await inOperation(
      'kontor integration create',
      () =>
        app.get<InstanceType<typeof ManageAccounts>>(ManageAccounts).createIntegration('by-command', ['_Audit::read']),
      { interface: 'command', caller: 'command', user: 'ada' },
    );
    expect(await newest('integration')).toMatchObject({
      interface: 'command',
      caller: 'command',
      user: 'ada',
      operation: 'kontor integration create',
    });
  });

  it('counts rejected requests by caller or address, and chains the counts', async () => {
    const events = async (event: string) =>
      (
        await app.good(
          'GET',
          `/rest/V1/audit/events/search?searchCriteria[filterGroups][0][filters][0][field]=event&searchCriteria[filterGroups][0][filters][0][value]=${event}`,
        )
      ).items;
    for (let times = 0; times < 3; times += 1)
      await app.call('POST', '/rest/V1/integration/admin/token', { username: 'nobody-known', password: 'wrong wrong' });
    const poor = await app.integrationToken('_Pricing::manage');
    await app.call('GET', '/rest/V1/commerce/products/search?searchCriteria', undefined, poor);
    await app.get<KeepEvents>(KeepEvents).store();
    expect(await events('sign_in_refused')).toMatchObject([
      { caller: 'nobody', address: '127.0.0.1', count: 3, operation: 'POST /rest/V1/integration/admin/token' },
    ]);
    expect(await events('right_missing')).toMatchObject([
      { caller: expect.stringMatching(/^integration:/) as string, count: 1 },
    ]);
    await app.get<SqlAuditEvents>(SqlAuditEvents).seal('9999', 100);
    await app.get<ExtendChain>(ExtendChain).extend();
    const verify = app.get<VerifyChain>(VerifyChain);
    expect((await verify.verify()).faults).toEqual([]);
    await app
      .get<Transactions>(Transactions)
      .write(() => app.get<Database>(Database).run("UPDATE audit_event SET count = 1 WHERE event = 'sign_in_refused'"));
    expect((await verify.verify()).faults).toHaveLength(1);
    await app
      .get<Transactions>(Transactions)
      .write(() => app.get<Database>(Database).run("UPDATE audit_event SET count = 3 WHERE event = 'sign_in_refused'"));
    const address = (from: string, to: string): Promise<unknown> =>
      app
        .get<Transactions>(Transactions)
        .write(() =>
          app
            .get<Database>(Database)
            .run("UPDATE audit_event SET personal = REPLACE(personal, ?, ?) WHERE event = 'sign_in_refused'", [
              from,
              to,
            ]),
        );
    await address('127.0.0.1', '127.0.0.9');
    expect((await verify.verify()).faults).toEqual([expect.stringContaining('its personal data was changed')]);
    await address('127.0.0.9', '127.0.0.1');
    expect((await verify.verify()).faults).toEqual([]);
  });

  it('returns a record as of an instant, even after its deletion', async () => {
    const sku = await shop.product({ price: 10 });
    const other = await shop.product({ price: 10 });
    const { id: customer } = await shop.commerce('customers', 'customer', { customer_number: 'C-of' });
    const wait = () => new Promise((resolve) => setTimeout(resolve, 5));
    const now = async (): Promise<string> => {
      await wait();
      const at = new Date().toISOString();
      await wait();
      return at;
    };
    const before = await now();
    const first = await shop.customerPrice({
      customer_id: customer,
      sku,
      value: '9.123456',
      qty: 2,
      to_date: '2030-01-31',
    });
    const made = await now();
    const second = await app.good('PUT', `/rest/V1/pricing/customerprice/${first.id}`, {
      customerPrice: { value: 8, product_id: undefined, sku: other, currency: 'EUR' },
    });
    const changed = await now();
    await app.good('DELETE', `/rest/V1/pricing/customerprice/${first.id}`);
    const path = `pricing/customerprice/${first.id}`;
    const read = async (asOf: string) => {
      const { status, body } = await shop.ask('GET', `${path}?asOf=${asOf}`);
      return status === 200 ? body : status;
    };
    expect(await read(before)).toBe(404);
    expect(await read(made)).toEqual(first);
    expect(await read(changed)).toEqual(second);
    expect(await read(await now())).toBe(404);
    expect(await read('2001-01-01T00:00:00.000Z')).toBe(400);
    expect(await read('yesterday')).toBe(400);
  });

  it('removes expired days, and their heads still prove the rest', async () => {
    const database = app.get<Database>(Database);
    const transactions = app.get<Transactions>(Transactions);
    await app.get<ExtendChain>(ExtendChain).extend();
    // Backdates all chained transactions.
    await transactions.write(() => database.run("UPDATE audit_chain SET day = '2020-01-01'"));
    await shop.product();
    await app.get<ExtendChain>(ExtendChain).extend();
    const count = async (table: string): Promise<number> =>
      Number((await database.queryOne<{ n: number }>(`SELECT COUNT(*) AS n FROM ${table}`))?.n ?? 0);
    const before = await count('audit_act');
    await app.get<ForgetDays>(ForgetDays).forget(400);
    expect(await count('audit_act')).toBeLessThan(before);
    expect(await count('audit_act')).toBeGreaterThan(0);
    expect(await count('audit_day')).toBe(1);
    expect(
      Number(
        (
          await database.queryOne<{ n: number }>(
            'SELECT COUNT(*) AS n FROM audit_record r WHERE NOT EXISTS (SELECT 1 FROM audit_act a WHERE a.id = r.act_id)',
          )
        )?.n,
      ),
    ).toBe(0);
    const { faults, removedDays } = await app.get<VerifyChain>(VerifyChain).verify();
    expect([faults, removedDays]).toEqual([[], 1]);
    await transactions.write(() => database.run("UPDATE audit_day SET head = '0'"));
    expect((await app.get<VerifyChain>(VerifyChain).verify()).faults.length).toBeGreaterThan(0);
  });
});
