import { hash } from 'node:crypto';
import { getIntrospectionQuery } from 'graphql';
import { ADMIN } from '../../support/app.js';
import type { Ask, Json } from './crawler.js';

type Headers = Readonly<Record<string, string>>;

const get = (as: string, path: string, headers?: Headers): Ask => ({
  as,
  verb: 'GET',
  path,
  ...(headers ? { headers } : {}),
});

const post = (as: string, path: string, body: unknown, headers?: Headers): Ask => ({
  as,
  verb: 'POST',
  path,
  body,
  ...(headers ? { headers } : {}),
});

const PRICING = '/rest/V1/pricing/';
const LINES = { items: [{ sku: 'A1', qty: 5 }, { sku: 'B/2 ä' }, { sku: 'nope' }] };

const prices: readonly Ask[] = [
  ...['final', 'multi'].flatMap((kind) => {
    const one = kind === 'final';
    const asked = one ? { sku: 'A1', qty: 5 } : LINES;
    const path = `get-${kind}-price`;
    return [
      post('root', `${PRICING}${path}`, asked),
      post('reader', `${PRICING}${path}`, { ...asked, customer_id: 1 }),
      post('all', `${PRICING}${path}`, { ...asked, customer_id: 1, explain: '1' }),
      post('root', `${PRICING}${path}`, { ...asked, customer_id: 1, explain: 'all' }),
      post('root', `${PRICING}${path}`, { ...asked, customer_group_id: 2, date: '2026-02-01' }),
      post('root', `${PRICING}${path}`, { ...asked, customer_id: 1, customer_group_id: 2 }),
      post('root', `${PRICING}${path}`, { ...asked, customer_id: 2, website_id: 1 }),
      post('root', `${PRICING}${path}`, { ...asked, store_id: 2 }),
      post('root', `${PRICING}${path}`, { ...asked, customer_id: 999_999 }),
      post('root', `${PRICING}${path}`, { ...asked, customer_group_id: 999_999 }),
      post('root', `${PRICING}${path}`, { ...asked, currency: 'EUR' }),
      post('root', `${PRICING}${path}`, { ...asked, currency: 'XXX' }),
      post('root', `${PRICING}${path}`, { ...asked, min_version: 1 }),
      post('root', `${PRICING}${path}`, { ...asked, min_version: 99_999_999 }),
      post('root', `${PRICING}${path}`, { ...asked, qty: 0 }),
      post('root', `/rest/german/V1/pricing/${path}`, { ...asked, currency: 'EUR' }),
      post('customer', `${PRICING}me/${path}`, asked),
      post('customer', `${PRICING}me/${path}`, { ...asked, explain: '1' }),
      post('customer', `/rest/german/V1/pricing/me/${path}`, asked),
      post('second-customer', `${PRICING}me/${path}`, asked),
      post('root', `${PRICING}me/${path}`, asked),
      post('none', `${PRICING}context/${path}`, asked),
      post('customer', `${PRICING}context/${path}`, asked),
      post('root', `${PRICING}context/${path}`, asked),
      post('malformed', `${PRICING}context/${path}`, asked),
      post('none', `${PRICING}context/${path}`, asked, { authorization: 'Basic eDp5' }),
      post('none', `/rest/german/V1/pricing/context/${path}`, asked),
      post('none', `/rest/all/V1/pricing/context/${path}`, asked),
    ];
  }),
  ...['me/', 'context/'].flatMap((who) =>
    ['final', 'multi'].flatMap((kind) =>
      [
        { sku: 'nope' },
        { skus: ['nope'] },
        { sku: 'A1', min_version: 99_999_999 },
        { skus: ['A1'], min_version: 99_999_999 },
      ].map((body) => post('customer', `${PRICING}${who}get-${kind}-price`, body)),
    ),
  ),
  post('root', `${PRICING}get-final-price`, { sku: 'nope' }),
  post('root', `${PRICING}get-final-price`, { sku: 'SPARE' }),
  post('root', `${PRICING}get-multi-price`, { skus: ['A1', 'B/2 ä'], qty: 3 }),
  post('root', `${PRICING}get-multi-price`, { skus: ['A1'], items: [{ sku: 'A1' }] }),
  post('root', `${PRICING}get-multi-price`, { items: Array.from({ length: 501 }, () => ({ sku: 'A1' })) }),
  post('root', `${PRICING}get-multi-price`, { items: Array.from({ length: 11 }, () => ({ sku: 'A1' })), explain: '1' }),
  ...['', '&qty=10', '&customer_group_id=2', '&website_id=2', '&currency=EUR', '&from=2026-01-01&to=2026-12-31'].map(
    (more) => get('root', `${PRICING}timeline?sku=A1&customer_id=1${more}`),
  ),
  ...[
    '',
    '?sku=nope',
    '?sku=A1&customer_id=999999',
    '?sku=A1&from=2026-12-31&to=2026-01-01',
    '?sku=A1&to=2099-01-01',
  ].map((query) => get('root', `${PRICING}timeline${query}`)),
  get('root', '/rest/german/V1/pricing/timeline?sku=A1&currency=EUR'),
  ...['', '?since=0&limit=3', '?since=5&limit=2', '?since=999999', '?limit=0', '?limit=10001'].map((query) =>
    get('root', `${PRICING}changes${query}`),
  ),
  ...['', '?searchCriteria=', '?searchCriteria[pageSize]=1'].map((query) => get('root', `${PRICING}lint${query}`)),
  ...[
    { changes: [] },
    { changes: [{ id: 1, resource: 'customerPrice', op: 'change', record: { value: 4.2 } }] },
    { changes: [{ id: 1, resource: 'customerPrice', op: 'remove' }] },
    { changes: [{ resource: 'customerPrice', op: 'add', record: { customer_id: 1, product_id: 1, value: 1 } }] },
    { changes: [{ id: -1, resource: 'priceList', op: 'add', record: { name: 'New', priority: 99 } }] },
    { changes: [{ id: 999_999, resource: 'customerPrice', op: 'remove' }] },
    { changes: [{ resource: 'nope', op: 'add', record: {} }] },
    { changes: [{ resource: 'customerPrice', op: 'nope', record: {} }] },
    { changes: [{ resource: 'customerPrice', op: 'add', record: { nope: 1 } }] },
    { changes: [{ resource: 'customerPrice', op: 'add' }] },
    { changes: 'x' },
    {},
  ].map((more) => post('root', `${PRICING}simulate`, { sku: 'A1', qty: 5, customer_id: 1, ...more })),
];

const DOCUMENTS = '/rest/V1/customerdocuments/';
const ALL = '?searchCriteria=';

const conditions: readonly Headers[] = [
  { 'if-none-match': '*' },
  { 'if-match': '"nope"' },
  { range: 'bytes=900-' },
  { range: 'bytes=0-3', 'if-range': '"nope"' },
];

const documents: readonly Ask[] = [
  get('customer', `${DOCUMENTS}me/search${ALL}`),
  get('customer', `${DOCUMENTS}me/search`),
  get('second-customer', `${DOCUMENTS}me/search${ALL}`),
  get('customer', `/rest/german/V1/customerdocuments/me/search${ALL}`),
  get('root', `${DOCUMENTS}me/search${ALL}`),
  get('none', `${DOCUMENTS}public/search${ALL}`),
  get('malformed', `${DOCUMENTS}public/search${ALL}`),
  get('none', `${DOCUMENTS}public/search${ALL}&productId=1`),
  get('none', `/rest/german/V1/customerdocuments/public/search${ALL}`),
  ...[1, 2, 3, 4, 5, 999_999].flatMap((id) => [
    get('customer', `${DOCUMENTS}me/${id}/content`),
    get('none', `${DOCUMENTS}public/${id}/content`),
    get('root', `${DOCUMENTS}${id}/file`),
    get('root', `${DOCUMENTS}${id}/file/content`),
    get('root', `${DOCUMENTS}${id}/visibility?customerId=1`),
    get('root', `${DOCUMENTS}${id}/visibility?customer_id=2`),
  ]),
  get('root', `${DOCUMENTS}1/visibility`),
  get('root', `${DOCUMENTS}1/visibility?customerId=999999`),
  ...['bytes=0-3', 'bytes=-4', 'bytes=900-', 'bytes=0-1,3-4', 'lines=1'].map((range) =>
    get('root', `${DOCUMENTS}1/file/content`, { range }),
  ),
  ...conditions.flatMap((headers) => [
    get('root', `${DOCUMENTS}1/file/content`, headers),
    get('customer', `${DOCUMENTS}me/1/content`, headers),
    get('none', `${DOCUMENTS}public/4/content`, headers),
  ]),
  { as: 'root', verb: 'HEAD', path: `${DOCUMENTS}1/file/content` },
  {
    as: 'customer',
    verb: 'POST',
    path: `${DOCUMENTS}me/1/link`,
    keep: { link: (json: Json) => /[^/]+$/.exec((json.url ?? json.link ?? json) as string)?.[0] },
  },
  { as: 'customer', verb: 'POST', path: `${DOCUMENTS}me/5/link` },
  { as: 'customer', verb: 'POST', path: `${DOCUMENTS}me/999999/link` },
  get('none', `${DOCUMENTS}link/«link»`),
  get('none', `${DOCUMENTS}link/«link»`, { range: 'bytes=900-' }),
  get('none', `${DOCUMENTS}link/«link»`, { 'if-match': '"nope"' }),
  get('none', `${DOCUMENTS}link/«link»x`),
  { as: 'none', verb: 'HEAD', path: `${DOCUMENTS}link/«link»` },
  get('root', `${DOCUMENTS}links`),
  get(
    'root',
    `${DOCUMENTS}links?searchCriteria[filter_groups][0][filters][0][field]=link_entity_type&searchCriteria[filter_groups][0][filters][0][value]=nope`,
  ),
  get('root', `${DOCUMENTS}downloads/search${ALL}`),
];

const A1 = '/01/09524000010018';
const PUBLIC = '/rest/V1/dpp/';
/** Hash of the file of document 4. */
const FILED = hash('sha256', 'some other text', 'hex');

const passports: readonly Ask[] = [
  ...['A1', 'B%2F2%20%C3%A4', 'DRAFT', 'GERMAN', 'GONE', 'nope'].flatMap((sku) => [
    get('none', `${PUBLIC}passport/${sku}`),
    get('none', `${PUBLIC}passport/${sku}/jsonld`),
  ]),
  get('none', `${PUBLIC}passport/A1?batch=L1&serial=S1`),
  get('none', `${PUBLIC}passport/A1?batch=nope`),
  get('none', `${PUBLIC}passport/A1?fields=sku,uuid`),
  get('none', `${PUBLIC}passport/A1`, { 'if-none-match': '*' }),
  get('none', `${PUBLIC}passport/A1`, { accept: 'application/ld+json' }),
  get('none', `${PUBLIC}passport/GERMAN?store_id=2`),
  get('none', '/rest/german/V1/dpp/passport/GERMAN'),
  get('none', `${PUBLIC}passports`),
  get('none', `${PUBLIC}passports${ALL}`),
  get('none', '/rest/german/V1/dpp/passports?searchCriteria='),
  ...['', '?lang=de', '?lang=x'].map((query) => get('none', `/dpp/«uuid-of-A1»${query}`)),
  get('none', '/dpp/«uuid-of-A1»', { accept: 'application/ld+json' }),
  get('none', '/dpp/«uuid-of-A1»', { 'accept-language': 'de' }),
  get('none', '/dpp/«uuid-of-A1»', { 'if-none-match': '*' }),
  get('none', '/dpp/«uuid-of-a-German-one»'),
  get('none', '/dpp/«uuid-of-an-item»'),
  get('none', '/dpp/«uuid-of-a-draft»'),
  get('none', '/dpp/«uuid-of-one-that-goes»'),
  get('none', '/dpp/nope'),
  { as: 'none', verb: 'HEAD', path: '/dpp/«uuid-of-A1»' },
  ...['svg', 'png'].flatMap((kind): readonly Ask[] => [
    { ...get('none', `/dpp/«uuid-of-A1»/qr.${kind}`), drawn: kind === 'png' },
    { ...get('none', `/dpp/«uuid-of-B/2»/qr.${kind}`), drawn: true },
    get('none', `/dpp/«uuid-of-a-draft»/qr.${kind}`),
    get('none', `/dpp/«uuid-of-A1»/qr.${kind}`, { 'if-none-match': '*' }),
    { as: 'none', verb: 'HEAD', path: `/dpp/«uuid-of-A1»/qr.${kind}` },
  ]),
  ...['/dpp/«uuid-of-a-filed-one»', '/dpp/v1/dpps/«uuid-of-a-filed-one»'].flatMap((path): readonly Ask[] => [
    get('none', path),
    get('none', `${path}/documents/${FILED}`),
    get('none', `${path}/documents/${FILED}`, { range: 'bytes=5-9' }),
    get('none', `${path}/documents/${FILED.slice(1)}`),
    { as: 'none', verb: 'HEAD', path: `${path}/documents/${FILED}` },
  ]),
  ...['', '?lang=de&x=1', '?linkType=gs1:pip', '?linkType=gs1:nope', '?linkType=linkset', '?linkType=all'].map(
    (query) => get('none', `${A1}${query}`),
  ),
  ...['application/linkset+json', 'application/json', 'application/ld+json', 'text/html'].flatMap((accept) => [
    get('none', A1, { accept }),
    get('none', `${A1}?linkType=linkset`, { accept }),
  ]),
  ...[
    '/10/L1',
    '/10/L1/21/S1',
    '/21/S1',
    '/10/other',
    '/21/other',
    '/22/V',
    '/22/V/10/L1',
    '/21/S1/10/L1',
    '/99/x',
    '/10',
    '/10/L1/21',
    '/10/%20',
    '/10/L1/21/S1/99/x',
  ].map((rest) => get('none', A1 + rest)),
  ...['/10/L1', '/10/L1/21/S1', '/21/S1'].map((rest) => get('none', `${A1}${rest}?linkType=linkset`)),
  ...['/01', '/01/', '/01/9524000010018', '/01/09524000010017', '/01/abc', '/01/4006381333931', '/01/952400001001'].map(
    (path) => get('none', path),
  ),
  get('none', '/.well-known/gs1resolver'),
  ...['tiny', 'battery', 'nope'].flatMap((code) => [
    get('none', `/dpp/schema/${code}/1.0.0.json`),
    get('none', `/dpp/context/${code}/1.0.0.jsonld`),
    get('none', `/dpp/vocab/${code}/1`),
  ]),
  get('none', '/dpp/vocab/passport/1'),
  get('none', '/dpp/schema/tiny/9.9.9.json'),
  get('none', '/dpp/schema/tiny/1.0.0'),
  ...[1, 3].flatMap((id) =>
    ['', '?version=1', '?version=2', '?version=9', '?version=x'].flatMap((query) =>
      ['', '/score', '/validate'].map((part) => get('root', `${PUBLIC}manage/passports/${id}${part}${query}`)),
    ),
  ),
  ...['tiny/guide', 'tiny/example', 'tiny/guide.csv', 'battery/guide?category=boat', 'nope/example'].map((path) =>
    get('root', `${PUBLIC}manage/templates/${path}`),
  ),
  ...['', '?page=2', '?page=0', '?page=x'].map((query) => get('root', `${PUBLIC}manage/passports/1/history${query}`)),
  ...['', '?from=1&to=2', '?from=2&to=1', '?from=1', '?from=1&to=9', '?from=x&to=y'].map((query) =>
    get('root', `${PUBLIC}manage/passports/1/diff${query}`),
  ),
  ...['', `${ALL}`, `${ALL}&threshold=100`, `${ALL}&threshold=101`].map((query) =>
    get('root', `${PUBLIC}manage/quality${query}`),
  ),
];

const ask = (query: string, variables?: object, headers?: Headers): Ask =>
  post('none', '/graphql', { query, ...(variables ? { variables } : {}) }, headers);
const FIELDS = `passport_id template_code version espr_category country_of_origin dpp_payload completeness_score sku
  product_name { language text } gtin public_url qr_url jsonld_url manufacturer { name country }`;

const graphql: readonly Ask[] = [
  ask(`{ dppPassportBySku(sku: "A1") { ${FIELDS} } }`),
  ask(`{ dppPassportBySku(sku: "nope") { sku } }`),
  ask(`{ dppPassportBySku(sku: "GERMAN", storeId: 2) { sku store_id } }`),
  ask(`{ dppPassportBySku(sku: "GERMAN") { sku store_id } }`, undefined, { store: 'german' }),
  ask(`{ dppPassportBySku(sku: "A1") { sku } }`, undefined, { store: 'nope' }),
  ask(`{ dppPassportBySku(sku: "A1") { sku } }`, undefined, { store: 'all' }),
  ask('{ dppPassports { items { sku uuid } total_count page_info { page_size current_page total_pages } } }'),
  ask('query Q($c: DppSearchCriteriaInput) { dppPassports(searchCriteria: $c) { items { sku } total_count } }', {
    c: { filter_groups: [{ filters: [{ field: 'sku', value: 'A%', condition_type: 'like' }] }], pageSize: 1 },
  }),
  ...[
    { filter_groups: [{ filters: [{ field: 'nope', value: '1' }] }] },
    { filter_groups: [{ filters: [{ field: 'sku', value: '1', condition_type: 'nope' }] }] },
    { sort_orders: [{ field: 'nope' }] },
    { pageSize: 0 },
    { pageSize: 100_000 },
    { currentPage: 0 },
    { nope: 1 },
  ].map((c) => ask('query Q($c: DppSearchCriteriaInput) { dppPassports(searchCriteria: $c) { total_count } }', { c })),
  ask('{ nope }'),
  ask('{ dppPassportBySku { sku } }'),
  ask('{ dppPassportBySku(sku: "A1") { documents { title } } }'),
  ask('{ dppPassportBySku(sku: 5) { sku } }'),
  ask('mutation { nope }'),
  ask('{'),
  ask(''),
  ask('query A { __typename } query B { __typename }'),
  ask(`{ ${Array.from({ length: 251 }, (_, i) => `a${i}: dppPassportBySku(sku: "S") { version }`).join(' ')} }`),
  ask(`{ __schema { types ${'{ fields { type '.repeat(8)}{ name }${' } }'.repeat(8)} } }`),
  ask('{ dppPassports(searchCriteria: { pageSize: 300 }) { items { a: sku b: sku c: sku d: sku e: sku } } }'),
  ask(
    `{ dppPassports(searchCriteria: { pageSize: 300 }) { items { ${Array.from({ length: 60 }, (_, i) => `a${i}: sku`).join(' ')} } } }`,
  ),
  post('none', '/graphql', '{"query":', { 'content-type': 'application/json' }),
  post('none', '/graphql', '[{"query":"{ __typename }"}]', { 'content-type': 'application/json' }),
  post('none', '/graphql', '[]', { 'content-type': 'application/json' }),
  post('none', '/graphql', '{}', { 'content-type': 'application/json' }),
  post('none', '/graphql', '', { 'content-type': 'application/json' }),
  post('none', '/graphql', '{"query":"{ __typename }"}', { 'content-type': 'text/plain' }),
  post('none', '/graphql', JSON.stringify({ query: ' '.repeat(140_000) }), { 'content-type': 'application/json' }),
  post('none', '/graphql/', { query: '{ __typename }' }),
  post('malformed', '/graphql', { query: '{ __typename }' }),
  get('none', `/graphql?query=${encodeURIComponent('{ __typename }')}`),
  get('none', `/graphql?query=${encodeURIComponent('{ __typename }')}`, { 'apollo-require-preflight': '1' }),
  get('none', `/graphql?query=${encodeURIComponent('mutation { nope }')}`, { 'apollo-require-preflight': '1' }),
  get('none', '/graphql', { accept: 'text/html' }),
  get('none', '/graphql'),
  ...['PUT', 'DELETE', 'PATCH', 'HEAD', 'OPTIONS'].map((verb): Ask => ({ as: 'none', verb, path: '/graphql' })),
  { as: 'none', verb: 'OPTIONS', path: '/graphql', headers: { origin: 'https://a.example' } },
];

/** Routes that are not documented, and paths that do not exist. */
const wire: readonly Ask[] = [
  ...['/health/live', '/health/ready', '/health', '/health/nope'].flatMap((path) => [
    get('none', path),
    get('malformed', path),
    ...['HEAD', 'POST', 'OPTIONS'].map((verb): Ask => ({ as: 'none', verb, path })),
  ]),
  ...[
    '/rest/schema',
    '/rest/german/schema',
    '/rest/all/schema',
    '/rest/nope/schema',
    '/rest/schema/',
    '/rest/schema?services=all',
    '/swagger-json',
    '/swagger',
    '/swagger/',
    '/swagger/swagger-ui.css',
    '/swagger/nope',
  ].flatMap((path) => [
    get('none', path),
    ...['HEAD', 'POST', 'OPTIONS'].map((verb): Ask => ({ as: 'none', verb, path })),
  ]),
  get('none', '/health/live', { 'x-request-id': 'mine' }),
  get('root', '/rest/V1/commerce/products/1', { 'x-request-id': 'mine' }),
  get('malformed', '/rest/schema'),
  get('none', '/rest/schema', { accept: 'application/xml' }),
  ...[
    '/',
    '/nope',
    '/rest',
    '/rest/',
    '/rest/V1',
    '/rest/V1/',
    '/rest/V2/commerce/products/1',
    '/rest/v1/commerce/products/1',
    '/rest/V1/nope',
    '/rest/default/V1',
    '/rest/default/V1/nope',
    '/rest/nope/V1/nope',
    '/rest/%zz/V1/nope',
    '/rest/default/default/V1/commerce/products/1',
    '//rest/V1/commerce/products/1',
    '/rest//V1/commerce/products/1',
    '/rest/V1//commerce/products/1',
    '/rest/V1/commerce/products/1//',
    '/rest/V1/Commerce/products/1',
    '/rest/V1/commerce/products/1/nope',
    '/rest/V1/commerce',
    '/favicon.ico',
    '/robots.txt',
    '/.well-known/nope',
    '/dpp',
    '/dpp/',
  ].flatMap((path) => [get('none', path), get('root', path), { as: 'root', verb: 'POST', path, body: {} }]),
  ...[
    'Bearer',
    'bearer «all»',
    'Bearer  «all»',
    'Bearer «all» x',
    'Basic eDp5',
    '«all»',
    'Bearer «all»,Bearer «all»',
    'Bearer eyJhbGciOiJub25lIn0.e30.',
  ].map((authorization) => get('none', '/rest/V1/commerce/products/1', { authorization })),
  ...[
    '*/*',
    'application/json',
    'application/*',
    'text/html',
    'application/json;q=0',
    'text/html,*/*;q=0.1',
    'nope',
    '',
  ].map((accept) => get('root', '/rest/V1/commerce/products/1', { accept })),
  ...['gzip', 'identity', 'br', 'nope'].map((encoding) =>
    post('root', '/rest/V1/commerce/products', '{}', {
      'content-type': 'application/json',
      'content-encoding': encoding,
    }),
  ),
  ...[
    'application/json; charset=utf-8',
    'application/json;charset=UTF-16',
    'APPLICATION/JSON',
    'application/json; nope',
    'application/problem+json',
    'nope',
    '',
  ].map((type) => post('root', '/rest/V1/commerce/products', '{}', { 'content-type': type })),
  ...[
    Buffer.from('\ufeff{"product":{}}'),
    Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]),
    `${'['.repeat(70)}${']'.repeat(70)}`,
    `{"product":${'{"a":'.repeat(70)}1${'}'.repeat(71)}`,
    '{"product":{"name":"a","name":"b","sku":7,"price":"x"}}',
    '{"product":{"__proto__":{},"constructor":1,"sku":"a"}}',
    '{"product":{"sku":"a","name":"b","price":1e400}}',
    '{"product":{"sku":"a","name":"b","price":1.1234567}}',
    '{"product":{"sku":"a","name":"b","special_price":1,"specialPrice":2}}',
    '{"product":{"sku":"\\ud800","name":"b"}}',
    '{"product":{"sku":"\\u0000","name":"b"}}',
    `{"product":{"name":"${'x'.repeat(1_100_000)}"}}`,
  ].map((body) => post('root', '/rest/V1/commerce/products', body, { 'content-type': 'application/json' })),
  ...[
    { username: 'nobody', password: 'nobody knows' },
    { username: 'nobody' },
    { username: '', password: '' },
    { username: 'x', password: 'x'.repeat(5000) },
  ].flatMap((body) => ['admin', 'customer'].map((kind) => post('none', `/rest/V1/integration/${kind}/token`, body))),
  ...['https://shop.example', 'null'].flatMap((origin) => [
    get('root', '/rest/V1/commerce/products/1', { origin }),
    get('none', '/rest/V1/dpp/passport/A1', { origin }),
  ]),
  get(
    'root',
    `/rest/V1/commerce/products/search?${Array.from({ length: 51 }, (_, i) => `searchCriteria[filter_groups][${i}][filters][0][field]=id&searchCriteria[filter_groups][${i}][filters][0][value]=1`).join('&')}`,
  ),
  get(
    'root',
    `/rest/V1/commerce/products/search?searchCriteria[filter_groups][0][filters][0][field]=id&searchCriteria[filter_groups][0][filters][0][condition_type]=in&searchCriteria[filter_groups][0][filters][0][value]=${Array.from({ length: 1001 }, (_, i) => i).join(',')}`,
  ),
  get(
    'root',
    `/rest/V1/commerce/products/search?${Array.from({ length: 9 }, (_, i) => `searchCriteria[sortOrders][${i}][field]=id`).join('&')}`,
  ),
  get('root', `/rest/V1/commerce/products/search?${'a=1&'.repeat(5001)}searchCriteria=`),
];

/** Requests that succeed, apart from those for records. */
/** Requests that clients of the platform send first. */
const shop: readonly Ask[] = [
  ...['store/websites', 'store/storeGroups', 'store/storeViews', 'store/storeConfigs', 'modules'].flatMap((path) =>
    ['root', 'none'].map((as) => get(as, `/rest/V1/${path}`)),
  ),
  get('root', '/rest/V1/store/storeConfigs?storeCodes[]=default'),
  get('root', '/index.php/rest/V1/store/storeViews'),
  get('root', '/V1/store/storeViews'),
];

const SESSION = '/rest/V1/desk/session';
const FROM_PAGE = { 'x-kontor-desk': '1' };
const SIGNED_IN = { ...FROM_PAGE, cookie: 'kontor-desk=«session»' };

/** Routes that are authenticated by the cookie. */
const desk: readonly Ask[] = [
  post('none', SESSION, ADMIN, {}),
  { ...post('none', SESSION, ADMIN, FROM_PAGE), cookie: 'session' },
  get('none', SESSION, SIGNED_IN),
  get('none', SESSION, { cookie: SIGNED_IN.cookie }),
  get('none', '/rest/V1/access/me', SIGNED_IN),
  get('root', '/rest/V1/access/me'),
  get('root', '/rest/V1/desk/records'),
  get('root', SESSION),
  { as: 'none', verb: 'DELETE', path: SESSION, headers: SIGNED_IN },
  post('none', `${SESSION}/provider`, undefined),
  post('none', `${SESSION}/provider`, undefined, { 'x-kontor-desk': '1', host: 'localhost' }),
  get('none', SESSION, SIGNED_IN),
];

export const questions = (): readonly Ask[] => [...shop, ...desk, ...prices, ...documents, ...passports, ...graphql];

export const beside = (): readonly Ask[] => wire;

/** Requests whose responses depend on settings. */
export const withOtherSettings = (): readonly Ask[] => [
  ...['/rest/schema', '/swagger', '/swagger-json', '/rest/all/schema'].flatMap((path) =>
    ['none', 'malformed', 'poor', 'root'].map((as) => get(as, path)),
  ),
  ...['prices', 'pricing'].flatMap((segment) => [
    get('root', `/rest/V1/${segment}/customerprice/search?searchCriteria=`),
    post('root', `/rest/V1/${segment}/customerprice`, { customerPrice: {} }),
    get('root', `/rest/V1/${segment}/changes`),
    post('none', `/rest/V1/${segment}/context/get-final-price`, { sku: 'nope' }),
  ]),
  ...['https://shop.example', 'https://other.example'].flatMap((origin) => [
    get('none', '/rest/V1/commerce/products/1', { origin }),
    { as: 'none', verb: 'OPTIONS', path: '/rest/V1/commerce/products/1', headers: { origin } },
    {
      as: 'none',
      verb: 'OPTIONS',
      path: '/rest/V1/commerce/products/1',
      headers: { origin, 'access-control-request-method': 'PUT', 'access-control-request-headers': 'authorization' },
    },
  ]),
  ...[
    '/rest/V1/customerdocuments/search?searchCriteria=',
    '/rest/V1/pricing/pricelist/1',
    '/rest/V1/prices/pricelist/1',
  ].map((path) => get('root', path)),
  get('none', '/rest/V1/dpp/passports'),
  get('none', '/graphql', { accept: 'text/html' }),
  ask('{ __schema { queryType { name } } }'),
  ask('{ dppPassportBySkus(sku: "A1") { sku } }'),
  get('root', '/rest/V1/commerce/products/search?searchCriteria[pageSize]=3'),
  get('root', '/rest/V1/commerce/products/search?searchCriteria='),
  post('root', '/rest/V1/commerce/products', { product: { name: 'x'.repeat(2000) } }),
  post('root', '/rest/V1/access/roles', { role: { name: 'x', resources: ['Test_Commerce::manage', 'Other_Nope::x'] } }),
];

export const OTHER_SETTINGS = {
  ACL_VENDOR: 'Other',
  ADD_ONS: 'pricing-customer,pricing-calc,dpp',
  API_DOCS: 'signed_in',
  BODY_MAX_KB: '1',
  CORS_ORIGINS: 'https://shop.example',
  GRAPHQL_LANDING: '0',
  PAGE_SIZE_MAX: '2',
  PRICING_SEGMENT: 'prices',
};

export const introspection = (): Ask => post('none', '/graphql', { query: getIntrospectionQuery() });
