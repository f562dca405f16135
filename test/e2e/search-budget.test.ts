import { DeclaredRoutes } from '../../libs/web/index.js';
import { startApp, type TestApp } from '../support/app.js';
import { describeOnDatabases } from '../support/databases.js';

const filter = (group: number, index: number, field: string, condition: string, value: string): string =>
  ['field', field, 'condition_type', condition, 'value', value]
    .flatMap((part, at, all) =>
      at % 2 === 0 ? [`searchCriteria[filter_groups][${group}][filters][${index}][${part}]=${all[at + 1] ?? ''}`] : [],
    )
    .join('&');

const ATTACKS: readonly (readonly [name: string, criteria: (field: string) => string, expected: object])[] = [
  [
    '300 negative groups',
    (field) => Array.from({ length: 300 }, (_, at) => filter(at, 0, field, 'neq', String(at))).join('&'),
    { max: 50, count: 300 },
  ],
  [
    '51 equal filters of one group',
    (field) => Array.from({ length: 51 }, (_, at) => filter(0, at, field, 'eq', '1')).join('&'),
    { max: 50, count: 51 },
  ],
  [
    '30,000 values',
    (field) => filter(0, 0, field, 'in', Array(30_000).fill('1').join(',')),
    { max: 1000, count: 30_000 },
  ],
  [
    '900 sort orders',
    (field) => Array.from({ length: 900 }, (_, at) => `searchCriteria[sortOrders][${at}][field]=${field}`).join('&'),
    { max: 8, count: 900 },
  ],
];

describeOnDatabases('the limits of searches (docs/wire.md, "4. searchCriteria")', (database) => {
  let app: TestApp;
  let customer: string;

  beforeAll(async () => {
    app = await startApp({ database });
    ({ token: customer } = await app.customer());
  });
  afterAll(() => app.close());

  const searching = () => app.get(DeclaredRoutes).all.filter(({ search }) => search !== undefined);

  it('apply to every route with search criteria, including deletion by filter and lint', async () => {
    const routes = searching();
    const paths = routes.map(({ verb, path }) => `${verb} ${path}`);
    for (const known of [
      'GET /rest/V1/pricing/lint',
      'GET /rest/V1/dpp/passports',
      'GET /rest/V1/customerdocuments/public/search',
      'DELETE /rest/V1/pricing/customerprice/bulk',
      'POST /rest/V1/pricing/customerprice/bulk',
      'GET /rest/V1/dpp/manage/passports/search',
    ])
      expect(paths).toContain(known);
    const messages: unknown[] = [];
    for (const { verb, path, search, need } of routes) {
      const field = search?.fields.find(({ searchable }) => searchable)?.name ?? '';
      const token =
        need?.kind === 'customer' ? customer : need?.kind === 'anonymous' ? undefined : await app.adminToken();
      for (const [name, criteria, parameters] of ATTACKS) {
        const { status, body } = await app.call(
          verb as 'GET' | 'DELETE' | 'POST',
          `${path.replaceAll(/:\w+/g, '1')}?${criteria(field)}${verb === 'DELETE' ? '&confirm=1' : ''}`,
          verb === 'POST' ? { records: [] } : undefined,
          token,
        );
        if (status !== 400 || JSON.stringify(body.parameters) !== JSON.stringify(parameters))
          messages.push([verb, path, name, status, body]);
      }
    }
    expect(messages).toEqual([]);
  });

  it('follow SEARCH_FILTERS_MAX and SEARCH_VALUES_MAX', async () => {
    const small = await startApp({ database, settings: { SEARCH_FILTERS_MAX: '2', SEARCH_VALUES_MAX: '3' } });
    try {
      const ask = async (criteria: string) =>
        (await small.call('GET', `/rest/V1/commerce/products/search?${criteria}`, undefined, await small.adminToken()))
          .status;
      const filters = (count: number) =>
        Array.from({ length: count }, (_, at) => filter(at, 0, 'sku', 'eq', 'A')).join('&');
      expect([
        await ask(filters(2)),
        await ask(filters(3)),
        await ask(filter(0, 0, 'sku', 'in', 'A,B,C')),
        await ask(filter(0, 0, 'sku', 'in', 'A,B,C,D')),
      ]).toEqual([200, 400, 200, 400]);
    } finally {
      await small.close();
    }
  });
});
