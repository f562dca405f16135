import { getIntrospectionQuery } from 'graphql';
import { serverAudits } from 'graphql-http';
import { InputRefused, Unavailable } from '../../libs/kernel/index.js';
import { aPublished, graphqlApp, type PublicApp } from '../support/dpp-public.js';
import { type Reply, send } from '../support/send.js';

const GERMAN = aPublished({ passportId: 2, storeId: 2, sku: 'BOHRER/18 V ü', uuid: 'b' });
const ALL = [
  aPublished(),
  GERMAN,
  aPublished({ passportId: 3, uuid: 'c', sku: 'BOTH' }),
  aPublished({ passportId: 4, uuid: 'd', sku: 'BOTH', storeId: 2 }),
];

describe('passports over GraphQL', () => {
  let app: PublicApp;
  const ask = (query: string, headers: Readonly<Record<string, string>> = {}, variables?: object): Promise<Reply> =>
    send(app.base, { method: 'POST', path: '/graphql', body: { query, variables }, headers });
  const data = async (query: string, headers = {}): Promise<unknown> => {
    const { json } = await ask(query, headers);
    if (json.errors) throw new Error(JSON.stringify(json.errors));
    return json.data;
  };

  beforeAll(async () => {
    app = await graphqlApp(ALL);
  });
  afterAll(() => app.close());

  it('return the fields that passports-public.md lists, with the payload as a string', async () => {
    expect(
      await data(`{ dppPassportBySku(sku: "DRILL-18V") {
        passport_id template_code version espr_category country_of_origin dpp_payload completeness_score } }`),
    ).toEqual({
      dppPassportBySku: {
        passport_id: 17,
        template_code: 'generic',
        version: 1,
        espr_category: 'tools',
        country_of_origin: 'DE',
        dpp_payload: '{"energy_class":"A"}',
        completeness_score: 96,
      },
    });
  });

  it('have every field of the REST object except documents', async () => {
    const { json } = await ask('{ __type(name: "DppPassport") { fields { name } } }');
    const names = new Set(json.data.__type.fields.map(({ name }: { name: string }) => name));
    const rest = Object.keys(JSON.parse(aPublished().json) as object).filter((name) => name !== 'documents');
    expect(names).toEqual(new Set([...rest, 'notice']));
    expect(await data('{ dppPassportBySku(sku: "DRILL-18V") { product_name { language text } image_url } }')).toEqual({
      dppPassportBySku: {
        product_name: [
          { language: 'en', text: 'Cordless drill' },
          { language: 'de', text: 'Akkubohrer' },
        ],
        image_url: null,
      },
    });
  });

  it.each([
    ['an unknown SKU', '{ dppPassportBySku(sku: "NOPE") { version } }'],
    ['an unknown store', '{ dppPassportBySku(sku: "BOHRER/18 V ü", storeId: 99) { version } }'],
    ['the SKU of another store', '{ dppPassportBySku(sku: "BOHRER/18 V ü") { version } }'],
  ])('are null for %s', async (_, query) => {
    expect((await ask(query)).json).toEqual({ data: { dppPassportBySku: null } });
  });

  it('are read from storeId, else the Store header, else the default store', async () => {
    const id = async (args: string, headers = {}) =>
      ((await data(`{ dppPassportBySku(sku: "BOTH"${args}) { passport_id } }`, headers)) as never)['dppPassportBySku'];
    expect(await id('')).toEqual({ passport_id: 3 });
    expect(await id('', { Store: 'german' })).toEqual({ passport_id: 4 });
    expect(await id('', { Store: '' })).toEqual({ passport_id: 3 });
    expect(await id('', { Store: 'all' })).toEqual({ passport_id: 3 });
    expect(await id(', storeId: 1', { Store: 'german' })).toEqual({ passport_id: 3 });
    expect(await id(', storeId: 2')).toEqual({ passport_id: 4 });
    expect(await id(', storeId: null', { Store: 'german' })).toEqual({ passport_id: 4 });
    expect(await id(', storeId: 2', { Store: 'nowhere' })).toEqual({ passport_id: 4 });
  });

  it('return an error if the Store header names no store', async () => {
    expect((await ask('{ dppPassportBySku(sku: "BOTH") { version } }', { Store: 'nowhere' })).json).toEqual({
      data: { dppPassportBySku: null },
      errors: [
        {
          message: 'Requested store is not found',
          extensions: { category: 'graphql-input' },
          locations: [{ line: 1, column: 3 }],
          path: ['dppPassportBySku'],
        },
      ],
    });
  });

  it('are looked up together for all aliases of a request', async () => {
    app.published.asked.length = 0;
    const aliases = Array.from(
      { length: 200 },
      (_, index) => `p${index}: dppPassportBySku(sku: "S${index % 100}"${index % 3 ? ', storeId: 2' : ''}) { version }`,
    );
    await data(`{ ${aliases.join(' ')} }`, { Store: 'german' });
    expect(app.published.asked).toHaveLength(1);
    // Identical lookups are merged. A lookup without a store is a separate one.
    expect(app.published.asked[0]!.length).toBeLessThanOrEqual(200);
    await data('{ a: dppPassportBySku(sku: "A") { version } b: dppPassportBySku(sku: "A") { sku } }');
    expect(app.published.asked[1]).toEqual([{ sku: 'A', storeId: 1, isKnownStore: true }]);
  });

  describe('the list', () => {
    const page = (
      criteria: string,
      inside = 'items { sku } total_count page_info { page_size current_page total_pages }',
    ) => ask(`{ dppPassports${criteria} { ${inside} } }`, { Store: 'german' });

    it('contains passports of the store and of store 0, in pages', async () => {
      expect((await page('(searchCriteria: {pageSize: 2, currentPage: 2})')).json.data.dppPassports).toEqual({
        items: [{ sku: 'BOTH' }, { sku: 'BOTH' }],
        total_count: 4,
        page_info: { page_size: 2, current_page: 2, total_pages: 2 },
      });
      expect((await page('')).json.data.dppPassports).toMatchObject({ total_count: 4, page_info: { page_size: 300 } });
      expect((await page('(storeId: 1)')).json.data.dppPassports.total_count).toBe(2);
    });

    it.each([
      ['value: "M6,5"', ['M6', '5']],
      ['values: ["M6,5", "A"]', ['M6,5', 'A']],
      ['value: "M6", values: []', ['M6']],
    ])('reads the condition "in" with %s as %j, without splitting values at commas', async (value, values) => {
      const filter = `{field: "sku", condition_type: "in", ${value}}`;
      expect((await page(`(searchCriteria: {filter_groups: [{filters: [${filter}]}]})`)).json.errors).toBeUndefined();
      expect(app.published.searched.at(-1)?.groups[0]).toMatchObject([{ property: 'sku', condition: 'in', values }]);
    });

    it.each([
      [
        '{filter_groups: [{filters: [{field: "password", value: "x"}]}]}',
        'The "password" attribute name is invalid. Reset the name and try again.',
      ],
      ['{filter_groups: [{filters: [{field: "version", value: "x"}]}]}', expect.stringContaining('type is invalid')],
      ['{filter_groups: [{filters: [{field: "sku", value: "x", condition_type: "is"}]}]}', expect.any(String)],
      [
        '{sort_orders: [{field: "sku", direction: "UP"}]}',
        expect.stringContaining('The sort order has to be specified as ASC'),
      ],
      ['{pageSize: 301}', 'Maximum SearchCriteria pageSize is 300'],
      [
        '{pageSize: -1}',
        'Invalid value of "-1" provided for the pageSize field. Allowed: whole numbers from 0 to 300.',
      ],
    ])('rejects %s as REST does', async (criteria, message) => {
      const { json, status } = await page(`(searchCriteria: ${criteria})`);
      expect([status, json.data]).toEqual([200, null]);
      expect(json.errors).toEqual([expect.objectContaining({ message, extensions: { category: 'graphql-input' } })]);
    });
  });

  describe('errors', () => {
    const ofQuery = { category: 'graphql', code: expect.any(String) };

    it.each([
      ['{ nope }', 400],
      ['{ dppPassportBySku(sku: "A") { version ', 400],
      ['{ dppPassportBySku(sku: "A", storeId: "1.5") { version } }', 400],
      ['{ dppPassportBySku { version } }', 400],
      ['mutation { anything }', 400],
      ['subscription { anything }', 400],
    ])('have the category of a query error for %s', async (query, status) => {
      const answer = await ask(query);
      expect([answer.status, answer.json.errors[0].extensions]).toEqual([status, ofQuery]);
      expect(answer.text).not.toMatch(/stacktrace|node_modules|\.ts\b/);
    });

    it('have the category of a query error for a variable of the wrong type', async () => {
      const query = 'query Q($s: String!) { dppPassportBySku(sku: $s) { version } }';
      const { status, json } = await ask(query, {}, { s: 5 });
      expect([status, json.errors[0].extensions.category]).toEqual([400, 'graphql']);
    });

    it.each([
      ['an empty body', '', 400],
      ['a body that is not JSON', '{"query":', 400],
      ['a list of queries', '[{"query":"{ __typename }"}]', 400],
      ['too large a body', JSON.stringify({ query: ' '.repeat(200_000) }), 413],
    ])('have the same format for %s', async (_, body, status) => {
      const answer = await send(app.base, {
        method: 'POST',
        path: '/graphql',
        headers: { 'content-type': 'application/json' },
        body,
      });
      expect([answer.status, answer.json.errors[0].extensions.category]).toEqual([status, 'graphql']);
    });

    it('reveal only the report ID of an internal error', async () => {
      app.published.failure = new Error('the secret table is gone');
      const { status, text, json } = await ask('{ dppPassportBySku(sku: "A") { version } }');
      app.published.failure = undefined;
      expect([status, json.errors[0].extensions]).toEqual([200, { category: 'internal' }]);
      expect(json.errors[0].message).toMatch(/^Internal Error\. Details are available in the log\. Report ID: webapi-/);
      expect(text).not.toContain('secret');
    });

    it('are 503 with Retry-After while the database is unavailable', async () => {
      app.published.failure = new Unavailable(5);
      const { status, headers } = await ask('{ dppPassportBySku(sku: "A") { version } }');
      app.published.failure = undefined;
      expect([status, headers['retry-after']]).toEqual([503, '5']);
    });

    it('contain the message of a refused input', async () => {
      app.published.failure = InputRefused.sentence('No %what.', { what: 'more' });
      const { json } = await ask('{ dppPassportBySku(sku: "A") { version } }');
      app.published.failure = undefined;
      expect(json.errors[0]).toMatchObject({ message: 'No more.', extensions: { category: 'graphql-input' } });
    });
  });

  describe('limits', () => {
    const aliases = (count: number): string =>
      `{ ${Array.from({ length: count }, (_, index) => `a${index}: __typename`).join(' ')} }`;

    it('reject 5,000 aliases before any lookup', async () => {
      app.published.asked.length = 0;
      const query = Array.from({ length: 5000 }, (_, i) => `a${i}:dppPassportBySku(sku:"S"){version}`).join(' ');
      const { status, json } = await ask(`{${query}}`);
      expect([status, json.errors[0].extensions.category, app.published.asked]).toEqual([
        expect.any(Number),
        'graphql',
        [],
      ]);
      expect(status).toBeGreaterThanOrEqual(400);
      expect(status).toBeLessThan(500);
    });

    it.each([
      [250, 200],
      [251, 400],
      [1900, 400],
      [2100, 400],
    ])('answer %i aliases with status %i', async (count, expected) => {
      expect((await ask(aliases(count))).status).toBe(expected);
    });

    it('count the aliases of a fragment each time it is spread', async () => {
      const spread = 'fragment F on Query { a: __typename b: __typename }';
      const times = (count: number) => `{ ${'...F '.repeat(count)} } ${spread}`;
      expect((await ask(times(125))).status).toBe(200);
      expect((await ask(times(126))).status).toBe(400);
      const bomb = Array.from({ length: 30 }, (_, i) => `fragment F${i} on Query { ...F${i + 1} ...F${i + 1} }`);
      const answer = await ask(`{ ...F0 } ${bomb.join(' ')} fragment F30 on Query { a: __typename }`);
      expect([answer.status, answer.text]).toEqual([400, expect.stringContaining('number of aliases')]);
      expect((await ask('{ ...A } fragment A on Query { ...A }')).status).toBe(400);
    });

    it('count the filters of all aliases together before any lookup', async () => {
      const filter = { field: 'sku', value: '%A%', condition_type: 'like' };
      const criteria = (count: number) => ({ c: { filter_groups: [{ filters: Array(count).fill(filter) }] } });
      const query = (aliases: number): string =>
        `query ($c: DppSearchCriteriaInput) { ${Array.from(
          { length: aliases },
          (_, at) => `a${at}: dppPassports(searchCriteria: $c) { total_count }`,
        ).join(' ')} }`;
      app.published.searched.length = 0;
      for (const [aliases, count] of [
        [39, 900],
        [39, 2],
        [1, 51],
      ] as const) {
        const { status, json } = await ask(query(aliases), {}, criteria(count));
        expect([status, json.errors, json.data]).toEqual([
          400,
          [
            {
              message: expect.stringMatching(
                new RegExp(
                  `have ${aliases * count} filters, but at most 50 are allowed \\(SEARCH_FILTERS_MAX\\)\\. Split`,
                ),
              ),
              extensions: { category: 'graphql', code: 'BAD_USER_INPUT' },
            },
          ],
          undefined,
        ]);
      }
      expect(app.published.searched).toEqual([]);
      expect((await ask(query(25), {}, criteria(2))).status).toBe(200);
      expect(app.published.searched).toHaveLength(25);
    });

    it('apply to the page size multiplied by the fields per item', async () => {
      const fields = (count: number) => Array.from({ length: count }, (_, i) => `f${i}: sku`).join(' ');
      const list = (pageSize: string, count: number) => `{ dppPassports${pageSize} { items { ${fields(count)} } } }`;
      expect((await ask(list('(searchCriteria: {pageSize: 10})', 60))).status).toBe(200);
      expect((await ask(list('', 60))).status).toBe(400);
      const hidden =
        'query Q($c: DppSearchCriteriaInput) { dppPassports(searchCriteria: $c) { items { ' + fields(60) + ' } } }';
      expect((await ask(hidden, {}, { c: { pageSize: 1 } })).status).toBe(400);
      expect((await ask(list('', 30))).status).toBe(200);
    });

    it('reject queries that are nested too deeply', async () => {
      const nested = (depth: number) =>
        `{ __schema { types { ${'ofType { '.repeat(depth)}name${' }'.repeat(depth)} } } }`;
      expect((await ask(nested(12))).status).toBe(200);
      const answer = await ask(nested(13));
      expect([answer.status, answer.text]).toEqual([400, expect.stringContaining('depth of the query is 16')]);
    });
  });

  describe('from a browser', () => {
    it('can be read by GET without special headers, but not changed', async () => {
      const path = `/graphql?query=${encodeURIComponent('{ __typename }')}`;
      const allowed = await send(app.base, { path });
      expect([allowed.status, allowed.json]).toEqual([200, { data: { __typename: 'Query' } }]);
      expect(allowed.headers['set-cookie']).toBeUndefined();
      const writing = await send(app.base, { path: `/graphql?query=${encodeURIComponent('mutation { __typename }')}` });
      expect(writing.status).toBe(400);
      const preflight = await send(app.base, {
        method: 'OPTIONS',
        path: '/graphql',
        headers: { origin: 'https://shop.example', 'access-control-request-method': 'POST' },
      });
      expect([preflight.status, preflight.headers['access-control-allow-headers']]).toEqual([
        204,
        expect.stringContaining('Store'),
      ]);
    });

    it('have an HTML page that shows the schema', async () => {
      const { status, text, headers } = await send(app.base, { path: '/graphql', headers: { accept: 'text/html' } });
      expect([status, headers['content-type']]).toEqual([200, expect.stringContaining('text/html')]);
      expect(text).toContain('dppPassportBySku(');
      expect(text).not.toMatch(/<script|src=|https?:\/\/(?!kontor\.test)/);
    });

    it('return 404 for paths below /graphql', async () => {
      const { status, json } = await send(app.base, {
        method: 'POST',
        path: '/graphql/x',
        body: { query: '{__typename}' },
      });
      expect([status, json]).toEqual([404, { message: 'Request does not match any route.' }]);
      const slash = await send(app.base, { method: 'POST', path: '/graphql/', body: { query: '{__typename}' } });
      expect(slash.status).toBe(200);
    });
  });

  it('support the standard introspection query', async () => {
    const { status, json } = await ask(getIntrospectionQuery());
    expect([status, json.errors]).toEqual([200, undefined]);
  });

  it('have neither a page nor introspection without GRAPHQL_LANDING', async () => {
    const quiet = await graphqlApp(ALL, { graphqlLanding: false });
    try {
      const post = (query: string) => send(quiet.base, { method: 'POST', path: '/graphql', body: { query } });
      expect((await send(quiet.base, { path: '/graphql', headers: { accept: 'text/html' } })).status).toBe(406);
      expect((await post('{ __schema { types { name } } }')).status).toBe(400);
      expect((await post('{ dppPassportBySkus(sku: "A") { version } }')).text).not.toContain('Did you mean');
      expect((await post('{ dppPassportBySku(sku: "DRILL-18V") { version } }')).json).toEqual({
        data: { dppPassportBySku: { version: 1 } },
      });
    } finally {
      await quiet.close();
    }
  });

  it('pass the published audit of GraphQL over HTTP', async () => {
    const audits = serverAudits({ url: `${app.base}/graphql`, fetchFn: fetch });
    const results = await Promise.all(audits.map((audit) => audit.fn()));
    const must = results.filter(({ name }) => name.startsWith('MUST'));
    expect(must.length).toBeGreaterThan(10);
    expect(must.filter(({ status }) => status !== 'ok').map(({ name }) => name)).toEqual([]);
    const should = results.filter(({ name, status }) => name.startsWith('SHOULD') && status === 'error');
    expect(should.map(({ name }) => name)).toEqual([]);
  });
});
