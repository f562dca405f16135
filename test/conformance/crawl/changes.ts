import { publishable } from '../../support/passport-shop.js';
import type { Ask, Json } from './crawler.js';
import { ACCESS, COMMERCE, DOCUMENTS, PASSWORD, PRICING, type Stored } from './records.js';

const REST = '/rest/V1/';
const ask = (
  as: string,
  verb: string,
  path: string,
  body?: unknown,
  headers?: Readonly<Record<string, string>>,
): Ask => ({
  as,
  verb,
  path: path.startsWith('../') ? `/rest/${path.slice(3)}` : REST + path,
  ...(body === undefined ? {} : { body }),
  ...(headers ? { headers } : {}),
});

/** Changes a record, sends it back unchanged, repeats it under a key, and changes it as another integration. */
const changed = ({ path, wrapper, firstId, bodies, change, onlyMade = false }: Stored): readonly Ask[] => {
  if (onlyMade) return [];
  const at = `${path}/${firstId}`;
  const key = { 'idempotency-key': `crawl-change-${path}` };
  return [
    ask('root', 'PUT', at, { [wrapper]: change }),
    ask('root', 'PUT', at, { [wrapper]: change }, key),
    ask('root', 'PUT', at, { [wrapper]: change }, key),
    ask('root', 'PUT', at, { [wrapper]: bodies[0] }, key),
    ask('all', 'PUT', at, { [wrapper]: { id: 77, ...change, created_at: 'x' } }),
    ask('root', 'GET', at),
    ask(
      'root',
      'GET',
      `${path}/search?searchCriteria[sortOrders][0][field]=id&searchCriteria[sortOrders][0][direction]=ASC`,
    ),
  ];
};

/** Deletes the last record, and the first one if that is possible. */
const removed = ({ path, firstId, bodies }: Stored): readonly Ask[] => {
  const last = firstId + bodies.length - 1;
  const key = { 'idempotency-key': `crawl-removal-${path}` };
  return [
    ask('root', 'DELETE', `${path}/${last}`, undefined, key),
    ask('root', 'DELETE', `${path}/${last}`, undefined, key),
    ask('root', 'DELETE', `${path}/${last}`),
  ];
};

const filter = (field: string, condition: string, value: string): string => {
  const at = 'searchCriteria[filter_groups][0][filters][0]';
  return `${at}[field]=${field}&${at}[condition_type]=${condition}&${at}[value]=${value}`;
};

/** Deletes by ID the record that the bulk call created. */
const manyRemoved = ({ path, firstId, row, bodies }: Stored): readonly Ask[] =>
  row
    ? [
        ask('root', 'DELETE', `${path}/bulk?${filter('id', 'eq', String(firstId + bodies.length))}&confirm=2`),
        ask('root', 'DELETE', `${path}/bulk?${filter('id', 'eq', String(firstId + bodies.length))}&confirm=1`),
        ask('root', 'DELETE', `${path}/bulk?${filter('id', 'eq', String(firstId + bodies.length))}&confirm=0`),
      ]
    : [];

/** Fields that are a unique key on their own, by path; pricing records have an external_id. */
const KEYS: Readonly<Record<string, readonly string[]>> = {
  'commerce/websites': ['code'],
  'commerce/stores': ['code'],
  'commerce/customerGroups': ['code'],
  'commerce/customers': ['customer_number', 'external_id'],
  'commerce/categories': ['external_id'],
  'commerce/products': ['sku'],
  'pricing/pricelist': ['name', 'external_id'],
  'pricing/productcustomermatrix': ['name', 'external_id'],
  'customerdocuments/category': ['name'],
  customerdocuments: ['external_id'],
};

/** Bulk rows of resources that have none in the setup, with a filter that finds only them. */
const ROWS: Readonly<Record<string, readonly [row: Record<string, unknown>, field: string, value: string]>> = {
  'customerdocuments/category': [{ name: 'many' }, 'name', 'many'],
  customerdocuments: [{ name: 'Many', external_id: 'many' }, 'external_id', 'many'],
  'customerdocuments/customer': [{ document_id: 4, customer_number: 'C-1' }, 'document_id', '4'],
  'customerdocuments/customergroup': [{ document_id: 4, customer_group_code: 'General' }, 'document_id', '4'],
  'customerdocuments/product': [{ document_id: 3, product_id: 1 }, 'document_id', '3'],
};

/** Their rows refer to a matrix or group by its name before the changes. */
const RENAMED = /matrix(?:attribute|customer)$|\/customergroup$/;

/** Rows that differ from those that the setup has created. */
const FRESH: Readonly<Record<string, Record<string, unknown>>> = {
  'pricing/pricelist': { name: 'By key' },
  'pricing/pricelistproduct': { pricelist_name: 'Retail 2026', sku: 'B/2 ä', price: 88, qty: 5 },
};

/** Creates, reads and deletes a record by each key; also by bulk calls if the setup has none. */
const byKeys = ({ path, wrapper, row: own, bodies }: Stored): readonly Ask[] => {
  const [row = RENAMED.test(path) ? bodies.at(-1) : own, field, value] = ROWS[path] ?? [];
  if (!row) return [];
  const fields = KEYS[path] ?? (path.startsWith('pricing/') ? ['external_id'] : []);
  return [
    ...(field === undefined
      ? []
      : [
          ask('root', 'POST', `${path}/bulk`, { records: [row] }),
          ask('root', 'DELETE', `${path}/bulk?${filter(field, 'eq', value ?? '')}&confirm=1`),
        ]),
    ...fields.flatMap((key) => {
      const at = `${path}/by/${key}/by_key`;
      return [
        ask('root', 'GET', at),
        ask('root', 'PUT', at, { [wrapper]: FRESH[path] ?? row }),
        ask('clerk', 'PUT', at, { [wrapper]: {} }),
        ask('root', 'GET', at),
        ask('root', 'DELETE', at),
      ];
    }),
  ];
};

const STORED = [...COMMERCE, ...PRICING, ...DOCUMENTS, ...ACCESS];

const refused: readonly Ask[] = [
  ask('root', 'POST', 'commerce/products', { product: { sku: 'A1', name: 'Twice' } }),
  ask('root', 'POST', 'commerce/products', { product: { sku: 'NEWER', name: 'x', category_ids: [999_999] } }),
  ask('root', 'POST', 'commerce/websites', {
    website: { code: 'base', name: 'x', base_currency: 'USD', timezone: 'UTC' },
  }),
  ask('root', 'POST', 'commerce/stores', { store: { code: 'all', name: 'x', website_id: 1 } }),
  ask('root', 'POST', 'commerce/customers', { customer: { email: 'BUYER@example.com' } }),
  ask('root', 'POST', 'pricing/pricelist', { priceList: { name: 'Retail 2026' } }),
  ask('root', 'POST', 'pricing/customerprice', {
    customerPrice: { customer_id: 999_999, product_id: 999_999, value: 1 },
  }),
  ask('root', 'POST', 'pricing/customerprice', {
    customerPrice: { customer_id: 1, product_id: 1, sku: 'B/2 ä', value: 1 },
  }),
  ask('root', 'PUT', 'pricing/customerprice/1', { customerPrice: { from_date: '2026-02-01', to_date: '2026-01-01' } }),
  ask('root', 'PUT', 'pricing/customerprice/1', { customerPrice: { source_version: 1, value: 1 } }),
  ask('root', 'PUT', 'commerce/categories/1', { category: { parent_id: 2 } }),
  ask('root', 'PUT', 'commerce/websites/0', { website: { name: 'x' } }),
  ask('root', 'PUT', 'commerce/websites/1', { website: { is_default: 0 } }),
  ask('root', 'DELETE', 'commerce/websites/0'),
  ask('root', 'DELETE', 'commerce/websites/1'),
  ask('root', 'DELETE', 'commerce/websites/2'),
  ask('root', 'DELETE', 'commerce/stores/1'),
  ask('root', 'DELETE', 'commerce/customerGroups/0'),
  ask('root', 'DELETE', 'commerce/customerGroups/2'),
  ask('root', 'DELETE', 'access/roles/2'),
  ask('root', 'DELETE', 'access/roles/1'),
  ask('root', 'PUT', 'access/admins/1', { admin: { is_active: 0 } }),
  ask('root', 'POST', 'access/roles', { role: { name: 'x', resources: ['Test_Nope::manage', '_Commerce::manage'] } }),
  ask('clerk', 'GET', 'commerce/products/1'),
  ask('clerk', 'PUT', 'commerce/customers/1', { customer: { password: PASSWORD } }),
  ask('clerk', 'POST', 'access/roles', { role: { name: 'x', resources: ['Kontor::all'] } }),
];

/** Without a secret, nothing is sent, so the number of waiting events is always the same. */
const webhooks: readonly Ask[] = [
  ask('root', 'POST', 'webhooks', {
    webhook: { url: 'https://erp.example/kontor', events: ['documentCategory.deleted'], filter: ['never'] },
  }),
  ask('root', 'GET', 'webhooks/1'),
  ask('root', 'PUT', 'webhooks/1', { webhook: { description: 'To the ERP' } }),
  ask('root', 'PUT', 'webhooks/1', { webhook: { url: 'https://10.0.0.1/' } }),
  ask('root', 'PUT', 'webhooks/1', { webhook: { events: ['nothing.created'] } }),
  ask('clerk', 'GET', 'webhooks/1'),
  ask('root', 'POST', 'webhooks/1/test'),
  ask('root', 'GET', 'webhooks/1/deliveries'),
  ask('root', 'POST', 'webhooks/1/deliveries/1/resend'),
  ask('root', 'POST', 'webhooks/1/deliveries/999999/resend'),
  ask('root', 'GET', 'webhooks/search?searchCriteria='),
  ask('root', 'PUT', 'webhooks/1', { webhook: { is_active: 0 } }),
  { ...ask('root', 'POST', 'webhooks/1/rotate'), keep: { 'webhook-secret': (answer) => answer as unknown } },
  ask('all', 'POST', 'webhooks/1/take'),
  ask('root', 'DELETE', 'webhooks/1'),
];

const access: readonly Ask[] = [
  { ...ask('root', 'POST', 'access/integrations/4/rotate'), keep: { rotated: (answer) => answer as unknown } },
  ask('spare', 'GET', 'commerce/products/1'),
  ask('rotated', 'GET', 'commerce/products/1'),
  ask('root', 'POST', 'access/integrations/4/rotate', { nope: 1 }),
  {
    ...ask('root', 'POST', 'access/integrations/4/oauth'),
    keep: {
      'consumer-key': ({ consumer_key: key }: Json) => key as unknown,
      'consumer-secret': ({ consumer_secret: secret }: Json) => secret as unknown,
      'access-token': ({ access_token: token }: Json) => token as unknown,
      'access-token-secret': ({ access_token_secret: secret }: Json) => secret as unknown,
    },
  },
  ask('root', 'GET', 'access/integrations/4'),
  ask('root', 'POST', 'access/integrations/4/activate'),
  ask('root', 'DELETE', 'access/integrations/4/oauth'),
  ask('root', 'GET', 'access/integrations/4'),
  ask('root', 'POST', 'access/integrations/999999/rotate'),
  ask('root', 'GET', 'access/integrations/4'),
  ask('root', 'GET', 'access/integrations/search?searchCriteria='),
  ask('root', 'PUT', 'access/integrations/4', { integration: { resources: ['Test_Commerce::save'] } }),
  ask('rotated', 'GET', 'commerce/products/1'),
  ask('root', 'PUT', 'access/integrations/4', { integration: { is_active: 0 } }),
  ask('rotated', 'GET', 'commerce/products/1'),
  ask('root', 'DELETE', 'access/integrations/4'),
  ask('root', 'DELETE', 'access/integrations/4'),
  ask('customer', 'PUT', 'access/me/password', { current_password: PASSWORD, password: 'another long one' }),
  ask('all', 'PUT', 'access/me/password', { current_password: PASSWORD, password: 'another long one' }),
  ask('clerk', 'PUT', 'access/me/password', { current_password: 'a wrong one', password: 'another long one' }),
  ask('root', 'POST', 'access/admins/2/unlock'),
  ask('root', 'POST', 'access/admins/999999/unlock'),
  ask('clerk', 'POST', 'access/admins/1/unlock'),
  ask('clerk', 'POST', 'access/admins/1/end-sessions'),
  ask('clerk', 'PUT', 'access/me/password', { current_password: PASSWORD, password: 'short' }),
  ask('clerk', 'PUT', 'access/me/password', { current_password: PASSWORD, password: 'another long one' }),
  ask('clerk', 'GET', 'commerce/products/1'),
  ask('root', 'POST', 'access/admins/2/end-sessions'),
  ask('root', 'POST', 'access/admins/999999/end-sessions'),
  ask('root', 'POST', 'integration/customer/revoke-customer-token'),
  ask('customer', 'POST', 'integration/admin/revoke-admin-token'),
  ask('all', 'POST', 'integration/admin/revoke-admin-token'),
  ask('leaving-customer', 'POST', 'integration/customer/revoke-customer-token', { nope: 1 }),
  ask('leaving-customer', 'POST', 'integration/customer/revoke-customer-token'),
  ask('leaving-customer', 'POST', 'integration/customer/revoke-customer-token'),
  ask('leaving-customer', 'POST', 'pricing/me/get-final-price', { sku: 'A1' }),
  ask('none', 'POST', 'integration/customer/token', { username: 'other@example.com', password: PASSWORD }),
];

const OPERATOR = { scheme: 'lei', id: '529900T8BM49AURSDO55' };
const GRANT = {
  audience: 'authority',
  for: { template: 'battery' },
  to: { name: 'Marktaufsicht', email: 'pass@aufsicht.example' },
  purpose: 'Inspection',
  until: '2026-12-31',
};

const RECALLED = { status: 'recalled', date: '2027-03-01', text: { en: 'Bring it back.' }, link: null };

const others: readonly Ask[] = [
  ask('root', 'POST', 'dpp/manage/passports', { passport: { sku: 'X', template_code: 'nope' } }),
  ask('root', 'DELETE', 'commerce/priceSettings/1/groups/2'),
  ask('root', 'DELETE', 'commerce/priceSettings/1/groups/2'),
  ask('root', 'DELETE', 'commerce/priceSettings/1/customers/1'),
  ask('root', 'GET', 'commerce/priceSettings/1'),
  ask('root', 'PUT', 'commerce/priceSettings/1', { priceSettings: { price_select: null } }),
  ask('root', 'DELETE', 'commerce/products/sku/NEW'),
  ask('root', 'DELETE', 'commerce/products/sku/NEW'),
  ask('root', 'PUT', 'commerce/products/1', {
    product: { special_price: null, special_from: null, attributes: { color: null } },
  }),
  ask('root', 'PUT', 'commerce/customers/1', { customer: { email: null, password: null } }),
  ask('customer', 'POST', 'pricing/me/get-final-price', { sku: 'A1' }),
  ...['', '?dry_run=1', ''].map((query) =>
    ask('root', 'PUT', `pricing/productcustomermatrix/1/complete${query}`, {
      productCustomerMatrixComplete: {
        name: 'Whole',
        conditions: [{ attribute_code: 'color', attribute_value: 'blue' }],
        customers: [{ customer_id: 2 }],
      },
    }),
  ),
  ask('root', 'PUT', 'pricing/productcustomermatrix/999999/complete', { productCustomerMatrixComplete: {} }),
  ask('root', 'GET', 'pricing/productcustomermatrix/1/complete'),
  ask('root', 'GET', 'pricing/productcustomermatrix/999999/complete'),
  ask('root', 'DELETE', 'customerdocuments/product/by-product/1'),
  ask('root', 'DELETE', 'customerdocuments/product/by-document/4'),
  ask('root', 'GET', 'customerdocuments/downloads/search?searchCriteria='),
  ask('root', 'DELETE', 'dpp/manage/passports/6'),
  ask('root', 'DELETE', 'dpp/manage/passports/6'),
  ask('root', 'DELETE', 'dpp/manage/passports/1'),
  ask('root', 'PUT', 'dpp/manage/passports/3', { passport: { mpn: 'M-3' } }),
  ask('root', 'PUT', 'dpp/manage/passports/3', { passport: { dpp_payload: {} } }),
  ask('root', 'PATCH', 'dpp/manage/passports/3', { passport: { mpn: 'M-3-B' } }),
  ask('root', 'PATCH', 'dpp/manage/passports/999999', { passport: {} }),
  ask('root', 'POST', 'dpp/manage/passports/3/upgrade?template=generic&dryRun=1&on=2027-02-18'),
  ask('root', 'POST', 'dpp/manage/passports/3/upgrade?template=nope'),
  ask('root', 'POST', 'dpp/manage/passports/3/items/revisions?dryRun=1'),
  ask('root', 'POST', 'dpp/manage/passports/999999/items/revisions'),
  ask('root', 'POST', 'dpp/manage/runs', { passport: {}, serials: [] }),
  ask('root', 'POST', 'dpp/manage/runs/reservations', {
    passport: { sku: 'R', template_code: 'nope' },
    serials: ['1'],
  }),
  {
    ...ask('root', 'POST', 'dpp/manage/runs', {
      passport: publishable({ sku: 'RUN', gtin: '04006381333931' }),
      serials: ['1', '2'],
    }),
    keep: { run: ({ uuid }: Json) => uuid as unknown },
  },
  ask('root', 'POST', 'dpp/manage/runs/reservations', {
    passport: publishable({ sku: 'RUN', gtin: '04006381333931' }),
    pattern: 'R-{01}',
    count: 3,
  }),
  ask('root', 'POST', 'dpp/manage/runs', {
    passport: publishable({ sku: 'RUN', gtin: '04006381333931' }),
    values_csv: 'serial,dpp_payload.weight_kg\n7,heavy',
  }),
  ask('root', 'GET', 'dpp/manage/runs/«run»'),
  ask('root', 'POST', 'dpp/manage/runs/«run»/publish'),
  ask('root', 'DELETE', 'dpp/manage/runs/«run»'),
  ask('root', 'GET', 'dpp/manage/runs/search?searchCriteria='),
  ask('root', 'GET', 'dpp/manage/runs/nobody'),
  ask('root', 'POST', 'dpp/manage/runs/nobody/publish'),
  ask('root', 'DELETE', 'dpp/manage/runs/nobody'),
  ask('root', 'GET', 'dpp/manage/passports/3/readiness?on=2027-02-18'),
  ask('root', 'POST', 'dpp/manage/passports/3/transfer', {
    to: { role: 'repurposer', name: 'Second Life AG', ids: [] },
    since: '2028-01-01',
  }),
  ask('root', 'POST', 'dpp/manage/passports/3/transfer', { to: { role: 'friend' }, since: '2028-01-01' }),
  ask('root', 'GET', 'dpp/manage/registry/search?searchCriteria='),
  ask('root', 'POST', 'dpp/manage/registry/answers', { answers: [{ upi: 'https://x.example/', version: 1, state: 'registered' }] }), // prettier-ignore
  ask('root', 'POST', 'dpp/manage/registry/exports', { files: 1 }),
  ask('root', 'GET', 'dpp/manage/registry/2/proof'),
  ask('root', 'GET', 'dpp/manage/registry/999999/proof'),
  ask('root', 'PUT', 'dpp/manage/passports/2', { passport: { mpn: 'M-2' } }),
  ask('root', 'POST', 'dpp/manage/passports/1/publish'),
  ask('root', 'POST', 'dpp/manage/passports/1/notice', RECALLED),
  ask('root', 'POST', 'dpp/manage/passports/1/archive', { reason: 'recalled' }),
  ask('root', 'POST', 'dpp/manage/passports/1/notice', RECALLED),
  ask('root', 'POST', 'dpp/manage/passports/1/notice', { ...RECALLED, status: 'end_of_life' }),
  ask('root', 'GET', 'dpp/manage/passports/1/notice'),
  {
    ...ask('root', 'POST', 'dpp/manage/grants', GRANT),
    keep: { 'grant-token': ({ token }: Json) => token as unknown },
  },
  ask('root', 'GET', 'dpp/manage/grants/1'),
  ask('root', 'POST', 'dpp/manage/grants/1/suspend'),
  ask('root', 'POST', 'dpp/manage/grants/1/resume'),
  ask('root', 'POST', 'dpp/manage/grants/1/renew', { until: '2027-03-31' }),
  ask('root', 'POST', 'dpp/manage/grants/1/renew', { until: 'soon' }),
  ask('root', 'POST', 'dpp/manage/grants/1/revoke'),
  ask('root', 'DELETE', 'dpp/manage/grants/1'),
  {
    ...ask('root', 'POST', 'dpp/manage/grants', { ...GRANT, to: { ...GRANT.to, operator: OPERATOR } }),
    keep: { 'other-grant-token': ({ token }: Json) => token as unknown },
  },
  ask('root', 'POST', 'dpp/manage/grants/end', { operator: OPERATOR }),
  ask('root', 'DELETE', 'dpp/manage/passports/1/notice'),
  ask('root', 'DELETE', 'dpp/manage/passports/1/notice'),
  ask('root', 'POST', 'dpp/manage/passports/2/archive', { reason: 'nope' }),
  ask('root', 'POST', 'dpp/manage/passports/999999/archive', { reason: 'withdrawn' }),
  ask('root', 'GET', 'dpp/manage/passports/1/history'),
  ask('root', 'GET', 'dpp/manage/passports/search?searchCriteria='),
  ask('root', 'PUT', 'dpp/manage/templates/1', { template: { labels: { en: 'x' } } }),
  ask('root', 'PUT', 'dpp/manage/templates/22', { template: { labels: { en: 'Renamed' } } }),
  ask('root', 'DELETE', 'dpp/manage/templates/22'),
  ask('root', 'DELETE', 'dpp/manage/templates/21'),
  ask('root', 'DELETE', 'dpp/manage/templates/1'),
  ask('root', 'POST', 'dpp/manage/passports', { passport: { sku: 'DRAFT', template_code: 'tiny' } }),
];

const bulk = (name: string) => ({ keep: { [name]: ({ bulk_uuid: uuid }: Json) => uuid as unknown } });
const job = (name: string) => ({ keep: { [name]: ({ uuid }: Json) => uuid as unknown } });
const group = (code: string) => ({ customerGroup: { code, tax_class: 'Retail' } });
const GZIP = { 'content-type': 'application/gzip' };

/** No worker runs during the crawl, so accepted calls stay open. */
const later: readonly Ask[] = [
  { ...ask('root', 'POST', '../async/V1/commerce/customerGroups', group('later')), ...bulk('later') },
  {
    ...ask('all', 'POST', '../async/bulk/V1/commerce/customerGroups', [group('later-1'), group(''), { nope: 1 }]),
    ...bulk('many-later'),
  },
  ask('root', 'GET', '../async/V1/commerce/customerGroups/1'),
  ask('root', 'POST', '../async/V1/integration/admin/token', { username: 'x', password: 'y' }),
  ask('customer', 'POST', '../async/V1/commerce/customerGroups', group('nobodys')),
  ask('root', 'PUT', '../async/bulk/V1/commerce/customerGroups/byId', [{ id: 1, ...group('x') }, group('no id')]),
  ask('root', 'DELETE', '../async/bulk/V1/commerce/customerGroups/byId', [{ id: 999_999 }]),
  ...['later', 'many-later'].flatMap((name) => [
    ask('all', 'GET', `bulk/«${name}»/status`),
    ask('root', 'GET', `bulk/«${name}»/detailed-status`),
    ask('root', 'GET', `bulk/«${name}»/operation-status/4`),
    ask('poor', 'GET', `bulk/«${name}»/status`),
    ask('all', 'POST', `bulk/«${name}»/cancel`),
    ask('all', 'POST', `bulk/«${name}»/retry`),
  ]),
  { ...ask('root', 'POST', 'export', { areas: ['commerce'] }), ...job('export') },
  { ...ask('root', 'POST', 'import?file=customer_group.csv', Buffer.from('no gzip'), GZIP), ...job('import') },
  ask('root', 'GET', 'jobs/«export»'),
  ask('root', 'GET', 'jobs?limit=1'),
  ask('root', 'POST', 'jobs/«export»/cancel'),
  ask('root', 'POST', 'jobs/«export»/retry'),
];

const last: readonly Ask[] = [
  ask('root', 'DELETE', 'pricing/pricelistcustomer/deleteByCustomerId/1'),
  ask('root', 'DELETE', 'pricing/pricelistcustomer/deleteByCustomerId/1'),
  ask('root', 'DELETE', 'pricing/pricelist/all?confirm=999'),
  ask('root', 'DELETE', 'pricing/pricelist/all?confirm=4'),
  ask('root', 'GET', 'pricing/pricelist/search?searchCriteria='),
  ask('root', 'GET', 'pricing/changes?since=0&limit=10000'),
];

const revoked: readonly Ask[] = [
  ask('root', 'POST', 'integration/admin/revoke-admin-token'),
  ask('root', 'GET', 'commerce/products/1'),
];

/** Changes and deletes the created records. The last requests revoke the administrator's own tokens. */
export const changes = (): readonly Ask[] => [
  ...STORED.flatMap(changed),
  ...refused,
  ...others,
  ...webhooks,
  ...later,
  ...[...STORED]
    .reverse()
    .flatMap((stored) => [
      ...manyRemoved(stored),
      ...(RENAMED.test(stored.path)
        ? [...removed(stored), ...byKeys(stored)]
        : [...byKeys(stored), ...removed(stored)]),
    ]),
  ...last,
  ...access,
  ...revoked,
];
