import { publishable, tinyTemplate } from '../../support/passport-shop.js';
import type { Ask, Json } from '../crawl/crawler.js';

const get = (path: string): Ask => ({ as: 'root', verb: 'GET', path: `/rest/V1/${path}` });

const post = (path: string, body?: object): Ask => ({
  as: 'root',
  verb: 'POST',
  path: `/rest/V1/${path}`,
  ...(body ? { body } : {}),
});

const put = (path: string, body: unknown): Ask => ({ as: 'root', verb: 'PUT', path: `/rest/V1/${path}`, body });

/** Requests that the crawl sends only in invalid form, or without fields that clients require. */
export const plainly = (): readonly Ask[] => [
  ...[
    'commerce/products/sku/A1',
    'commerce/customers/number/C-1',
    'commerce/priceSettings/1/groups/2',
    'commerce/priceSettings/1/customers/1',
    'dpp/manage/templates/search?searchCriteria[pageSize]=2',
    'dpp/manage/templates/1',
    'dpp/manage/passports/readiness/search?on=2027-02-18&searchCriteria[pageSize]=2&fields=items[sku]',
    'dpp/manage/passports/readiness/search?on=2027-02-18&searchCriteria[pageSize]=2',
    'bulk?searchCriteria[pageSize]=2',
    'dpp/manage/grants/search?searchCriteria[pageSize]=2',
    'dpp/manage/passports/1/access-log/search?searchCriteria[pageSize]=2',
    'dpp/manage/shared-identifiers',
    'dpp/manage/registry/2/proof',
  ].map(get),
  ...['customerdocuments/sweep/jobs', 'pricing/lint/jobs'].map((path) => post(path, {})),
  ...[
    'passports/readiness/jobs',
    'passports/1/items/revisions',
    'passports/1/items/revisions/jobs',
    'templates/tiny/upgrade',
    'templates/tiny/upgrade/jobs',
  ].map((path) => post(`dpp/manage/${path}`)),
  put('commerce/products/sku/BY%2FSKU', { product: { sku: 'BY/SKU', name: 'Grün & <blau>', price: 12345678.123456 } }),
  {
    as: 'root',
    verb: 'POST',
    path: '/rest/V1/pricing/productcustomermatrix',
    body: { productCustomerMatrix: { name: 'Whole', price: 4 } },
    keep: { matrix: ({ id }: Json) => String(id) },
  },
  put('pricing/productcustomermatrix/«matrix»/complete', {
    productCustomerMatrixComplete: {
      name: 'Whole',
      price: 5,
      conditions: [{ attribute_code: 'color', attribute_value: 'red' }],
      customers: [{ customer_id: 2 }],
    },
  }),
  put('access/integrations/4', {
    integration: { endpoint: 'https://erp.example/credentials', identity_link_url: 'https://erp.example/login' },
  }),
  post('access/integrations/4/activate'),
  put('dpp/manage/passports/3', { passport: { sku: 'DRAFT', template_code: 'tiny', mpn: 'M-3' } }),
  {
    as: 'root',
    verb: 'PATCH',
    path: '/rest/V1/dpp/manage/passports/3',
    body: { passport: { sku: 'DRAFT', template_code: 'tiny', mpn: 'M-4' } },
  },
  {
    as: 'root',
    verb: 'POST',
    path: '/rest/V1/dpp/manage/runs/reservations',
    body: { passport: publishable({ sku: 'RESERVED', gtin: '04006381333931' }), serials: ['P-1', 'P-2'] },
    keep: { reserved: ({ uuid }: Json) => String(uuid) },
  },
  post('dpp/manage/runs/«reserved»/publish'),
  {
    as: 'root',
    verb: 'POST',
    path: '/rest/V1/dpp/manage/runs/reservations',
    body: { passport: publishable({ sku: 'GIVEN-BACK', gtin: '04006381333931' }), serials: ['P-3', 'P-4'] },
    keep: { 'given-back': ({ uuid }: Json) => String(uuid) },
  },
  { as: 'root', verb: 'DELETE', path: '/rest/V1/dpp/manage/runs/«given-back»' },
  {
    as: 'root',
    verb: 'POST',
    path: '/rest/V1/dpp/manage/templates',
    body: { template: tinyTemplate({ code: 'last' }) },
  },
];

const PASSWORDS = ['a password of the tests', 'another password of the tests'] as const;

/** Requests for the end, after the tokens of root were revoked. */
export const atLast = (): readonly Ask[] => [
  {
    as: 'none',
    verb: 'POST',
    path: '/rest/V1/integration/admin/token',
    body: { username: 'test-admin', password: PASSWORDS[0] },
    keep: { 'root again': (json: Json) => json as unknown },
  },
  {
    as: 'root again',
    verb: 'GET',
    path: '/rest/V1/dpp/manage/templates/search?searchCriteria[filter_groups][0][filters][0][field]=code&searchCriteria[filter_groups][0][filters][0][value]=last',
    keep: { last: (json: Json) => String(json.items[0].id) },
  },
  {
    as: 'root again',
    verb: 'PUT',
    path: '/rest/V1/dpp/manage/templates/«last»',
    body: { template: tinyTemplate({ code: 'last', labels: { en: 'Last' } }) },
  },
  {
    as: 'root again',
    verb: 'GET',
    path: '/rest/V1/pricing/pricelist/search?searchCriteria[pageSize]=1',
    keep: { lists: (json: Json) => String(json.total_count) },
  },
  { as: 'root again', verb: 'DELETE', path: '/rest/V1/pricing/pricelist/all?confirm=«lists»' },
  {
    as: 'root again',
    verb: 'PUT',
    path: '/rest/V1/access/me/password',
    body: { current_password: PASSWORDS[0], password: PASSWORDS[1] },
  },
];

/** Maximum number of refusals per operation. `npm run campaign -- as-rest` sends all. */
export const refusalsOr = (share: number): number => (process.env['CAMPAIGN_SEED'] === undefined ? share : Infinity);

/** At most this many items, spread over the whole list. */
export const spread = <T>(all: readonly T[], most: number): readonly T[] =>
  all.length <= most ? all : Array.from({ length: most }, (_, at) => all[Math.floor((at * all.length) / most)] as T);

/** SOAP does not support idempotency keys. */
export const withoutKey = ({ headers, ...ask }: Ask): Ask => {
  const { 'idempotency-key': _, ...others } = headers ?? {};
  return Object.keys(others).length === 0 ? ask : { ...ask, headers: others };
};
