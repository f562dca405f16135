import { startApp, type TestApp } from '../support/app.js';
import { describeOnDatabases } from '../support/databases.js';
import { PassportShop, publishable, tinyTemplate } from '../support/passport-shop.js';

describeOnDatabases('authoring passports', (database) => {
  let app: TestApp;
  let shop: PassportShop;

  beforeAll(async () => {
    app = await startApp({ database });
    shop = await new PassportShop(app).open();
  });
  afterAll(() => app.close());

  it('returns the same whole draft from POST and GET', async () => {
    const sku = shop.sku();
    const made = await shop.good('POST', 'passports', {
      passport: publishable({ sku, gtin: '4006381333931', batch: 'L-1', product_name: { en: 'Pen', de: 'Stift' } }),
    });
    expect(made).toMatchObject({
      sku,
      gtin: '04006381333931',
      granularity: 'batch',
      status: 'draft',
      version: 1,
      store_id: 0,
      template_version: '1.0.0',
      espr_category: 'tools',
      product_name: { en: 'Pen', de: 'Stift' },
      archived_at: null,
      issuer: null,
    });
    expect(JSON.parse(made.dpp_payload)).toEqual(publishable().dpp_payload);
    expect(Object.keys(made).slice(0, 4)).toEqual(['passport_id', 'uuid', 'sku', 'product_name']);
    expect(await shop.good('GET', `passports/${made.passport_id}`)).toEqual(made);
    // The response of GET can be sent back unchanged.
    expect(await shop.good('PUT', `passports/${made.passport_id}`, { passport: made })).toEqual(made);
  });

  it('accepts the payload as text and as an object', async () => {
    for (const dpp_payload of ['{"material":"steel"}', { material: 'steel' }]) {
      const { dpp_payload: answered } = await shop.draft({ dpp_payload });
      expect(answered).toBe('{"material":"steel"}');
    }
  });

  it.each([
    [{ sku: '' }],
    [{ sku: ' A' }],
    [{ sku: '.' }],
    [{ sku: '..' }],
    [{ sku: 7.5, template_code: null }],
    [{ template_code: 'nobody' }],
    [{ template_version: '9.9.9' }],
    [{ gtin: '4006381333932' }],
    [{ gtin: '123' }],
    [{ batch: 'ä' }],
    [{ serial: 'x'.repeat(21) }],
    [{ hs_code: '12345' }],
    [{ country_of_origin: 'UK' }],
    [{ image_url: 'javascript:alert(1)' }],
    [{ image_url: 'https://user:pass@maker.example/' }],
    [{ product_name: { en: ['a', 'b'] } }],
    [{ product_name: { xx_YY: 'a' } }],
    [{ store_id: 4711 }],
    [{ predecessor_id: 4711 }],
    [{ valid_from: '2026-02-30' }],
    [{ valid_from: '2026-03-02', valid_to: '2026-03-01' }],
    [{ manufacturer: { name: 'x', id_scheme: 'lei', operator_id: 'wrong' } }],
    [{ documents: [{ kind: 'manual', title: 'x', url: 'file:///etc/passwd' }] }],
    [{ documents: [{ kind: 'manual', title: 'x', url: 'https://a.example', sha256: 'no' }] }],
    [{ dpp_payload: '[1]' }],
    [{ dpp_payload: '{' }],
    [{ dpp_payload: 7 }],
    [{ dpp_payload: null, strange: 1 }],
    [{ dpp_payload: '{"a":1e999}' }],
    [{ dpp_payload: { a: '\u0000' } }],
    [{ dpp_payload: '{"a":"\\ud800"}' }],
    [{ passport_id: 5 }],
    [{ id: 5 }],
  ])('rejects %j', async (fields) => {
    const { total_count: before } = await shop.good('GET', 'passports/search?searchCriteria');
    const { status, body } = await shop.call('POST', 'passports', {
      passport: publishable({ sku: shop.sku(), ...fields }),
    });
    expect([status, typeof body.message]).toEqual([400, 'string']);
    expect((await shop.good('GET', 'passports/search?searchCriteria')).total_count).toBe(before);
  });

  it.each([
    [{ predecessor_id: 4711 }, 'the id of an existing passport'],
    [{ dpp_payload: '{"a":"\\u0000"}' }, 'JSON without NUL characters'],
    [{ dpp_payload: { a: '\u0000' } }, 'JSON without NUL characters'],
    [{ template_code: 'unknown' }, 'the code of an existing template'],
  ])('names the rule when it rejects %j', async (fields, rule) => {
    const { status, text } = await shop.call('POST', 'passports', {
      passport: publishable({ sku: shop.sku(), ...fields }),
    });
    expect([status, text]).toEqual([400, expect.stringContaining(` Allowed: ${rule}`)]);
  });

  it('rejects a passport as its own predecessor, and the deletion of a predecessor', async () => {
    const { passport_id: first } = await shop.draft();
    const itself = await shop.call('PUT', `passports/${first}`, { passport: { predecessor_id: first } });
    expect([itself.status, itself.body.message]).toEqual([
      400,
      expect.stringContaining('cannot be its own predecessor'),
    ]);
    const guessed = publishable({ sku: shop.sku(), predecessor_id: first + 1 });
    expect((await shop.call('POST', 'passports', { passport: guessed })).status).toBe(400);
    const { passport_id: second } = await shop.draft({ predecessor_id: first });
    expect((await shop.call('DELETE', `passports/${first}`)).status).toBe(400);
    await shop.good('DELETE', `passports/${second}`);
    expect(await shop.good('DELETE', `passports/${first}`)).toBe(true);
  });

  it('rejects cycles of predecessors, also through published versions', async () => {
    const follow = (id: number, predecessor_id: number | null) =>
      shop.call('PUT', `passports/${id}`, { passport: { predecessor_id } });
    const { passport_id: first } = await shop.draft();
    const { passport_id: second } = await shop.draft({ predecessor_id: first });
    const { passport_id: third } = await shop.draft({ predecessor_id: second });
    for (const predecessor of [second, third]) {
      const { status, body } = await follow(first, predecessor);
      expect([status, body.message]).toEqual([400, expect.stringContaining('form a cycle')]);
      expect(body.parameters).toEqual({ predecessor, id: first, fieldName: 'predecessor_id' });
    }
    // The published version keeps its predecessor until the revision is published.
    await shop.act(second, 'publish');
    await shop.act(second, 'revisions');
    await shop.good('PUT', `passports/${second}`, { passport: { predecessor_id: null } });
    expect((await follow(first, third)).status).toBe(400);
    await shop.act(second, 'publish');
    expect((await follow(first, third)).status).toBe(200);
    expect((await follow(second, first)).status).toBe(400);
  });

  it('accepts only one of two simultaneous changes that would form a cycle', async () => {
    for (let round = 0; round < 5; round += 1) {
      const [one, other] = [await shop.draft(), await shop.draft()].map(({ passport_id }) => passport_id as number);
      const answers = await Promise.all(
        [
          [one, other],
          [other, one],
        ].map(([id, predecessor_id]) => shop.call('PUT', `passports/${id}`, { passport: { predecessor_id } })),
      );
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
    }
  });

  it('prevents the deletion of a store view with passports', async () => {
    await app.good('POST', '/rest/V1/commerce/stores', { store: { id: 77, code: 's77', name: 'S', website_id: 1 } });
    await shop.draft({ store_id: 77 });
    expect((await app.call('DELETE', '/rest/V1/commerce/stores/77', undefined, await app.adminToken())).status).toBe(
      400,
    );
  });

  it('finds one row per passport in searches by field', async () => {
    const mpn = shop.sku();
    const { passport_id: id } = await shop.published({ mpn });
    await shop.act(id, 'revisions');
    const found = async (field: string, value: string) =>
      (
        await shop.good(
          'GET',
          `passports/search?searchCriteria[filter_groups][0][filters][0][field]=${field}&searchCriteria[filter_groups][0][filters][0][value]=${value}&searchCriteria[filter_groups][1][filters][0][field]=mpn&searchCriteria[filter_groups][1][filters][0][value]=${mpn}`,
        )
      ).total_count as number;
    expect(await found('status', 'draft')).toBe(1);
    expect(await found('status', 'published')).toBe(0);
    expect(await found('granularity', 'model')).toBe(1);
    expect(await found('passport_id', String(id))).toBe(1);
  });

  it.each([
    ['GET', 'passports/search?searchCriteria', '_Dpp::manage'],
    ['GET', 'passports/1/score', '_Dpp::manage'],
    ['GET', 'quality', '_Dpp::manage'],
    ['POST', 'passports', '_Dpp::save'],
    ['PUT', 'passports/1', '_Dpp::save'],
    ['POST', 'passports/1/activate', '_Dpp::save'],
    ['POST', 'passports/1/rework', '_Dpp::save'],
    ['POST', 'passports/1/revisions', '_Dpp::save'],
    ['POST', 'import', '_Dpp::save'],
    ['POST', 'passports/1/publish', '_Dpp::publish'],
    ['POST', 'passports/1/archive', '_Dpp::publish'],
    ['DELETE', 'passports/1', '_Dpp::delete'],
    ['GET', 'templates/1', '_Dpp::manage'],
    ['POST', 'templates', '_Dpp::save'],
    ['DELETE', 'templates/1', '_Dpp::delete'],
  ] as const)('requires for %s %s the right %s', async (verb, path, right) => {
    const others = ['_Dpp::manage', '_Dpp::save', '_Dpp::publish', '_Dpp::delete'].filter((one) => one !== right);
    const token = await app.integrationToken(...others);
    const refused = await shop.call(verb, path, undefined, token);
    expect([refused.status, refused.body.parameters]).toEqual([403, { resources: right }]);
    const nobody = await app.call(verb, `/rest/V1/dpp/manage/${path}`);
    expect(nobody.status).toBe(401);
    const allowed = await shop.call(verb, path, undefined, await app.integrationToken(right));
    expect([401, 403]).not.toContain(allowed.status);
  });

  it('counts only public fields in the public score, but all in the author’s', async () => {
    const read = async (payload: object) => {
      const { passport_id: id, sku } = await shop.published({ sku: shop.sku(), dpp_payload: payload });
      return {
        open: (await shop.read(sku)).body.completeness_score,
        all: (await shop.good('GET', `passports/${id}/score`)).score,
      };
    };
    const shown = { material: 'steel', weight_kg: 1.5 };
    const [less, more] = [await read(shown), await read({ ...shown, supplier: 'S', recipe: 'R', repairs: 1 })];
    expect(more.open).toBe(less.open);
    expect(more.all).toBeGreaterThan(less.all);
    expect((await read({ ...shown, care: { en: 'Keep dry.' } })).open).toBeGreaterThan(less.open);
  });

  it('reports scores by item, and passports below the quality threshold', async () => {
    const { passport_id: id, sku } = await shop.draft({ dpp_payload: {}, manufacturer: null });
    const { score, threshold, items } = await shop.good('GET', `passports/${id}/score`);
    expect([threshold, score < 70]).toEqual([70, true]);
    expect(items).toContainEqual(
      expect.objectContaining({ path: 'dpp_payload.material', state: 'missing', weight: 3 }),
    );
    const bySku = `searchCriteria[filter_groups][0][filters][0][field]=sku&searchCriteria[filter_groups][0][filters][0][value]=${sku}`;
    const report = async (query: string) => shop.good('GET', `quality?${bySku}${query}`);
    const { items: rows, total_count, search_criteria } = await report('');
    expect([total_count, search_criteria.current_page]).toEqual([1, 1]);
    expect(rows[0]).toMatchObject({ passport_id: id, completeness_score: score });
    expect(rows[0].missing).toContainEqual(expect.objectContaining({ path: 'dpp_payload.material' }));
    expect((await report(`&threshold=${score}`)).total_count).toBe(0);
    expect((await report(`&threshold=${score + 1}`)).total_count).toBe(1);
    expect((await shop.call('GET', 'quality?threshold=101')).status).toBe(400);
  });

  describe('templates', () => {
    it('can be created, read, updated, searched and deleted', async () => {
      const made = await shop.good('POST', 'templates', { template: tinyTemplate({ version: '7.0.0' }) });
      expect(await shop.good('GET', `templates/${made.id}`)).toEqual(made);
      expect(await shop.good('PUT', `templates/${made.id}`, { template: made })).toEqual(made);
      for (const [name, value] of [
        ['code', 'other'],
        ['version', '7.0.1'],
      ] as const) {
        const { status, body } = await shop.call('PUT', `templates/${made.id}`, { template: { [name]: value } });
        expect([status, body.message]).toEqual([
          400,
          expect.stringContaining(` Allowed: only the stored value, ${made[name]}.`),
        ]);
      }
      const changed = await shop.good('PUT', `templates/${made.id}`, { template: { labels: { en: 'Other' } } });
      expect([changed.labels, changed.schema]).toEqual([{ en: 'Other' }, made.schema]);
      const { items } = await shop.good(
        'GET',
        'templates/search?searchCriteria[filter_groups][0][filters][0][field]=version&searchCriteria[filter_groups][0][filters][0][value]=7.0.0',
      );
      expect(items).toEqual([changed]);
      expect(await shop.good('DELETE', `templates/${made.id}`)).toBe(true);
      expect((await shop.call('GET', `templates/${made.id}`)).status).toBe(404);
    });

    it('have a unique code and version, also with ten simultaneous requests', async () => {
      const answers = await Promise.all(
        Array.from({ length: 10 }, () =>
          shop.call('POST', 'templates', { template: tinyTemplate({ version: '3.0.0' }) }),
        ),
      );
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
      expect(answers.filter(({ status }) => status === 400)).toHaveLength(9);
    });

    it.each([
      [{ code: 'Tiny' }],
      [{ version: '1' }],
      [{ labels: {} }],
      [{ schema: { type: 'nothing' } }],
      [{ vocabulary: { prefix: 't', iri: '/dpp/vocab/tiny/1#', terms: {} } }],
      [{ example: { sku: 'X', dpp_payload: { material: 'x' } } }],
      [{ strange: 1 }],
      [{ granularity_allowed: [] }],
    ])('are rejected with %j', async (fields) => {
      const template = tinyTemplate({ version: '4.0.0', ...fields });
      expect((await shop.call('POST', 'templates', { template })).status).toBe(400);
    });

    it.each(['sku', 'name', 'schema', 'id', 'batch', 'payload', 'https', 'urn'])(
      'cannot use the prefix %s, which the context already defines',
      async (prefix) => {
        const vocabulary = { ...tinyTemplate().vocabulary, prefix };
        const template = tinyTemplate({ version: '4.0.0', vocabulary });
        const { status, body } = await shop.call('POST', 'templates', { template });
        expect([status, body.parameters]).toEqual([400, { prefix }]);
      },
    );

    it('cannot be deleted while in use, or changed after a publication', async () => {
      const template = await shop.good('POST', 'templates', { template: tinyTemplate({ version: '5.0.0' }) });
      const { passport_id: id } = await shop.draft({ template_version: '5.0.0' });
      expect((await shop.call('DELETE', `templates/${template.id}`)).status).toBe(400);
      await shop.good('PUT', `templates/${template.id}`, { template: { labels: { en: 'Before' } } });
      await shop.act(id, 'publish');
      const change = () => shop.call('PUT', `templates/${template.id}`, { template: { labels: { en: 'After' } } });
      expect((await change()).status).toBe(400);
      await shop.act(id, 'archive', { reason: 'withdrawn' });
      expect((await change()).status).toBe(400);
      expect((await shop.call('DELETE', `templates/${template.id}`)).status).toBe(400);
    });

    it('default to the newest version that is not a pre-release', async () => {
      for (const version of ['1.9.0', '1.10.0', '1.10.0-01', '2.0.0-rc.1'])
        await shop.good('POST', 'templates', { template: tinyTemplate({ code: 'newest', version }) });
      expect((await shop.draft({ template_code: 'newest' })).template_version).toBe('1.10.0');
    });
  });

  describe('import', () => {
    const send = async (body: string, type: string, query = '') =>
      app.call('POST', `/rest/V1/dpp/manage/import${query}`, body, await app.adminToken(), { 'content-type': type });

    it('creates, skips or updates rows of JSON Lines, and reports each invalid row', async () => {
      const [one, other] = [shop.sku(), shop.sku()];
      const row = (sku: string, fields: object = {}) => JSON.stringify(publishable({ sku, ...fields }));
      const lines = [row(one), 'no json', row(other, { gtin: '1' }), '[]', row(other)].join('\n');
      const statusesOf = (answer: { body: { items: { status: string }[] } }) =>
        answer.body.items.map(({ status }) => status);
      const tried = await send(lines, 'application/x-ndjson', '?dryRun=1');
      expect(statusesOf(tried)).toEqual(['created', 'failed', 'failed', 'failed', 'created']);
      expect(tried.body).toMatchObject({ dry_run: 1, created: 2, failed: 3 });
      expect((await shop.good('GET', `passports/search?searchCriteria[filter_groups][0][filters][0][field]=sku&searchCriteria[filter_groups][0][filters][0][value]=${one}`)).total_count).toBe(0); // prettier-ignore
      const first = await send(lines, 'application/x-ndjson');
      expect(statusesOf(first)).toEqual(statusesOf(tried));
      expect(first.body.items[2].error.parameters).toEqual({ fieldName: 'gtin', value: '1' });
      expect(statusesOf(await send(lines, 'application/x-ndjson'))[0]).toBe('unchanged');
      const id = first.body.items[0].passport_id as number;
      await shop.act(id, 'publish');
      const published = await send(row(one, { product_name: { en: one } }), 'application/x-ndjson');
      expect(published.body.items[0]).toMatchObject({ status: 'unchanged', version: 1, passport_id: id });
      const changed = await send(row(one, { mpn: 'M', product_name: { en: one } }), 'application/x-ndjson');
      expect(changed.body.items[0]).toMatchObject({ status: 'updated', version: 2, passport_id: id });
      expect((await shop.read(one)).body).toMatchObject({ version: 1, mpn: null });
    });

    it('reads CSV with members as columns and JSON in cells', async () => {
      const sku = shop.sku();
      const csv =
        'sku,template_code,product_name.en,product_name.de,manufacturer.name,mpn,dpp_payload\r\n' +
        `${sku},tiny,"Pen, red",Stift,Maker,,"{""material"":""steel""}"\r\n` +
        'short,tiny\r\n';
      const { body, status } = await send(csv, 'text/csv');
      expect([status, body.created, body.failed]).toEqual([200, 1, 1]);
      expect(await shop.good('GET', `passports/${body.items[0].passport_id}`)).toMatchObject({
        sku,
        product_name: { en: 'Pen, red', de: 'Stift' },
        manufacturer: { name: 'Maker' },
        mpn: null,
        dpp_payload: '{"material":"steel"}',
      });
    });

    it.each([
      ['application/json', '{}'],
      ['text/csv', ''],
      ['text/csv', 'sku,sku\na,b'],
      ['text/csv', 'sku\n"a'],
    ])('rejects %s %j', async (type, body) => {
      expect((await send(body, type)).status).toBe(400);
    });

    it.each(['colour', '__proto__', 'constructor'])(
      'reports an unknown column %s as an error of each row',
      async (column) => {
        const { body } = await send(`sku,template_code,${column}\n${shop.sku()},tiny,red\n`, 'text/csv');
        expect(body.items[0]).toMatchObject({ status: 'failed', error: { parameters: { fieldName: column } } });
      },
    );

    it('rejects unknown query parameters', async () => {
      expect((await send('', 'text/csv', '?dry=1')).status).toBe(400);
    });
  });
});
