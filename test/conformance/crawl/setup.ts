import { publishable, tinyTemplate } from '../../support/passport-shop.js';
import type { Ask, Json } from './crawler.js';
import { ACCESS, type Body, COMMERCE, DOCUMENTS, PASSWORD, PRICING, type Stored } from './records.js';

const REST = '/rest/V1/';

const root = (verb: string, path: string, body?: unknown, more: Partial<Ask> = {}): Ask => ({
  as: 'root',
  verb,
  path: REST + path,
  ...(body === undefined ? {} : { body }),
  ...more,
});

/** Creates each record. One without a password is sent twice under a key, and then another body under that key. */
const made = ({ path, wrapper, bodies }: Stored): readonly Ask[] => {
  const keyed = bodies.findIndex((body) => !('password' in body));
  const key = { headers: { 'idempotency-key': `crawl-new-${path}` } };
  return bodies.flatMap((body, at) => {
    const one = root('POST', path, { [wrapper]: body });
    if (at !== keyed) return [one];
    const other = root('POST', path, { [wrapper]: { ...body, nope: 1 } }, key);
    return [{ ...one, ...key }, { ...one, ...key }, other];
  });
};

/** Bulk calls: new, existing, invalid and empty rows; repeated under a key; refused as a whole; as NDJSON. */
const many = ({ path, bodies, row, firstId }: Stored): readonly Ask[] => {
  if (!row) return [];
  const bulk = `${path}/bulk`;
  const key = { headers: { 'idempotency-key': `crawl-${path}` } };
  const mixed = { records: [row, { id: firstId, ...bodies[0] }, { ...row, nope: 1 }, { id: 'x' }, 'x', [], {}] };
  const lines = { 'content-type': 'application/x-ndjson' };
  const other: Body = { ...row, id: 999_999_999_999 };
  return [
    root('POST', bulk, path === 'commerce/customers' ? withoutPasswords(mixed) : mixed, key),
    root('POST', bulk, path === 'commerce/customers' ? withoutPasswords(mixed) : mixed, key),
    root('POST', bulk, { records: [row] }, key),
    root('POST', bulk, { records: [row] }),
    root('POST', `${bulk}?mode=all_or_nothing`, { records: [row, other, { nope: 1 }] }),
    root('POST', `${bulk}?mode=all_or_nothing`, { records: [row] }),
    root('POST', bulk, `${JSON.stringify(row)}\n\n{"nope":1}\nx\n`, { headers: lines }),
    root('POST', bulk, `${JSON.stringify(row)}\n`, { headers: lines }),
  ];
};

const withoutPasswords = ({ records }: { readonly records: readonly unknown[] }) => ({
  records: records.map((record) =>
    typeof record === 'object' && record !== null && 'password' in record
      ? Object.fromEntries(Object.entries(record).filter(([name]) => name !== 'password'))
      : record,
  ),
});

/** The ID must be the one that the database assigns next. */
const token = (name: string, id: number, resources: readonly string[]): readonly Ask[] => [
  root('POST', 'access/integrations', { integration: { name, resources } }),
  root('POST', `access/integrations/${id}/rotate`, undefined, { keep: { [name]: (answer: Json) => answer } }),
];

const signIn = (name: string, path: string, username: string, store = ''): Ask => ({
  as: 'none',
  verb: 'POST',
  path: `/rest/${store}V1/integration/${path}/token`,
  body: { username, password: PASSWORD },
  keep: { [name]: (json: Json) => json },
});

const file = Buffer.from('some text of a file').toString('base64');
const form = (field: string, name: string): string =>
  `--cut\r\nContent-Disposition: form-data; name="${field}"; filename="${name}"\r\n\r\nsome other text\r\n--cut--\r\n`;
const FORM = { headers: { 'content-type': 'multipart/form-data; boundary=cut' } };

const FILES: readonly Ask[] = [
  root('PUT', 'customerdocuments/1/file', { documentFile: { name: 'note.txt', base64_encoded_data: file } }),
  root('PUT', 'customerdocuments/4/file', form('file', 'ä note.txt'), FORM),
  root('PUT', 'customerdocuments/3/file', { documentFile: { name: 'note.txt', base64_encoded_data: file } }),
  root('PUT', 'customerdocuments/3/file', { documentFile: { name: 'note.pdf', base64_encoded_data: file } }),
  root('PUT', 'customerdocuments/3/file', { documentFile: { name: 'note.exe', base64_encoded_data: file } }),
  root('PUT', 'customerdocuments/3/file', { documentFile: { name: 'a/note.txt', base64_encoded_data: file } }),
  root('PUT', 'customerdocuments/3/file', { documentFile: { name: 'note.txt', base64_encoded_data: '*' } }),
  root('PUT', 'customerdocuments/3/file', { documentFile: { name: 'note.txt', base64_encoded_data: '' } }),
  root('PUT', 'customerdocuments/3/file', form('other', 'note.txt'), FORM),
  root('PUT', 'customerdocuments/3/file', 'no form', FORM),
  root('PUT', 'customerdocuments/2/file', { documentFile: { name: 'note.txt', base64_encoded_data: file } }),
];

const PASSPORTS = 'dpp/manage/passports';
const uuid = (name: string): Partial<Ask> => ({ keep: { [name]: ({ uuid: id }: Json) => id } });
const GTIN = '09524000010018';

/** One document for the public and one for authorities. */
const filed = (open: number, restricted: number) => [
  { kind: 'manual', title: 'Note', document_id: open },
  { kind: 'test_report', title: 'Note', document_id: restricted, point: 3 },
];

const DPP: readonly Ask[] = [
  root('POST', 'dpp/manage/templates', { template: tinyTemplate() }),
  root('POST', 'dpp/manage/templates', { template: tinyTemplate({ version: '1.1.0' }) }),
  root('POST', 'dpp/manage/templates', { template: tinyTemplate({ schema: { type: 'nope' } }) }),
  root(
    'POST',
    PASSPORTS,
    { passport: publishable({ sku: 'A1', gtin: GTIN, product_name: { en: 'Lantern' } }) },
    uuid('uuid-of-A1'),
  ),
  root('POST', PASSPORTS, { passport: publishable({ sku: 'B/2 ä' }) }, uuid('uuid-of-B/2')),
  root('POST', PASSPORTS, { passport: { sku: 'DRAFT', template_code: 'tiny' } }, uuid('uuid-of-a-draft')),
  root(
    'POST',
    PASSPORTS,
    { passport: publishable({ sku: 'A1', gtin: GTIN, batch: 'L1', serial: 'S1' }) },
    uuid('uuid-of-an-item'),
  ),
  root('POST', PASSPORTS, { passport: publishable({ sku: 'GERMAN', store_id: 2 }) }, uuid('uuid-of-a-German-one')),
  root('POST', PASSPORTS, { passport: { sku: 'SPARE', template_code: 'tiny' } }, uuid('uuid-of-a-spare-one')),
  root('POST', PASSPORTS, { passport: publishable({ sku: 'GONE' }) }, uuid('uuid-of-one-that-goes')),
  root('POST', PASSPORTS, { passport: publishable({ sku: 'FILED', documents: filed(4, 999_999) }) }),
  root(
    'POST',
    PASSPORTS,
    { passport: publishable({ sku: 'FILED', documents: filed(4, 4) }) },
    uuid('uuid-of-a-filed-one'),
  ),
  ...[1, 2, 4, 5, 7, 8].map((id) => root('POST', `${PASSPORTS}/${id}/publish`)),
  root('POST', `${PASSPORTS}/3/publish`),
  root('POST', `${PASSPORTS}/1/publish`),
  root('POST', `${PASSPORTS}/999999/publish`),
  root('POST', `${PASSPORTS}/3/activate`),
  root('POST', `${PASSPORTS}/3/rework`),
  root('POST', `${PASSPORTS}/3/rework`),
  root('POST', `${PASSPORTS}/1/revisions`),
  root('POST', `${PASSPORTS}/1/revisions`),
  root('PUT', `${PASSPORTS}/1`, { passport: { mpn: 'M-1', dpp_payload: '{"material":"brass"}' } }),
  root('POST', `${PASSPORTS}/7/archive`, { reason: 'withdrawn' }),
  root('POST', `${PASSPORTS}/7/archive`),
  root(
    'POST',
    'dpp/manage/import',
    'sku,template_code,dpp_payload\nCSV-1,tiny,"{""material"":""tin""}"\n,tiny,\nCSV-2,nope,\n',
    {
      headers: { 'content-type': 'text/csv', 'idempotency-key': 'crawl-import' },
    },
  ),
  root('POST', 'dpp/manage/import', '{"sku":"CSV-1","template_code":"tiny","dpp_payload":{"material":"zinc"}}\nx\n', {
    headers: { 'content-type': 'application/x-ndjson' },
  }),
  root('POST', 'dpp/manage/import?dry_run=1', '{"sku":"NEW","template_code":"tiny"}\n', {
    headers: { 'content-type': 'application/x-ndjson' },
  }),
  root('POST', 'dpp/manage/import', '{}'),
];

const SETTINGS: readonly Ask[] = [
  root('PUT', 'commerce/priceSettings/1', { priceSettings: { price_select: 'lowest', price_precision: 4 } }),
  root('PUT', 'commerce/priceSettings/1/groups/2', { priceSettings: { skip_zero_price: 1 } }),
  root('PUT', 'commerce/priceSettings/1/customers/1', { priceSettings: { merge_pricelist_qtys: 1 } }),
  root('PUT', 'commerce/priceSettings/1/customers/1', { priceSettings: { price_precision: 2 } }),
];

const list = (path: string, wrapper: string, good: Body): readonly Ask[] => [
  root('POST', path, { [wrapper]: [good] }),
  root('POST', path, { [wrapper]: [good, { nope: 1 }, 'x'] }),
  root('POST', path, { [wrapper]: [] }),
  root('PUT', path, { [wrapper]: [{ id: 1 }] }),
  root('PUT', path, { [wrapper]: [{ id: 999_999 }] }),
  root('PUT', path, { [wrapper]: [good] }),
];

/** Creates all records with IDs before any request is refused, because that could use up IDs. */
export const setup = (): readonly Ask[] => [
  ...COMMERCE.flatMap(made),
  ...SETTINGS,
  ...PRICING.flatMap(made),
  ...DOCUMENTS.flatMap(made),
  ...FILES,
  ...ACCESS.flatMap(made),
  ...token('all', 1, ['Kontor::all']),
  ...token('poor', 2, []),
  ...token('reader', 3, READING),
  ...token('spare', 4, ['Test_Commerce::manage']),
  signIn('customer', 'customer', 'buyer@example.com'),
  signIn('second-customer', 'customer', 'other@example.com', 'german/'),
  signIn('leaving-customer', 'customer', 'leaves@example.com'),
  signIn('clerk', 'admin', 'clerk'),
  ...DPP,
  ...list('pricing/pricelistbulk', 'priceLists', { name: 'By the list' }),
  ...list('pricing/pricelistproductbulk', 'priceListProducts', { pricelist_id: 2, product_id: 1, price: 5, qty: 9 }),
  ...COMMERCE.flatMap(many),
  ...PRICING.flatMap(many),
  root(
    'POST',
    'commerce/products',
    { product: { sku: 'KEYED', name: 'Keyed' } },
    { headers: { 'idempotency-key': 'k-1' } },
  ),
  root(
    'POST',
    'commerce/products',
    { product: { sku: 'KEYED', name: 'Keyed' } },
    { headers: { 'idempotency-key': 'k-1' } },
  ),
  root(
    'POST',
    'commerce/products',
    { product: { sku: 'KEYED', name: 'Other' } },
    { headers: { 'idempotency-key': 'k-1' } },
  ),
  root('POST', 'commerce/customers', { customer: { password: PASSWORD } }, { headers: { 'idempotency-key': 'k-2' } }),
  root('PUT', 'commerce/products/sku/BY%2FSKU', { product: { name: 'By its SKU' } }),
  root('PUT', 'commerce/products/sku/BY%2FSKU', { product: { sku: 'OTHER', price: 2 } }),
  root('PUT', 'commerce/products/sku/NEW', { product: {} }),
  root('PUT', 'commerce/products/sku/NEW', { product: { name: 'New' } }),
  root('PUT', 'commerce/customers/number/C-1', { customer: { last_name: 'Lovelace' } }),
  root('PUT', 'commerce/customers/number/nope', { customer: { last_name: 'Lovelace' } }),
];

const READING = [
  'Test_Access::manage',
  'Test_Commerce::manage',
  'Test_CustomerDocuments::manage',
  'Test_Dpp::manage',
  'Test_Pricing::manage',
  'Test_Pricing::calculate',
  'Test_Customerprice::manage',
  'Test_Categoryprice::manage',
];
