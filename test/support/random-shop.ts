import fc from 'fast-check';
import { RowSavers } from '../../libs/records/index.js';
import type { TestApp } from './app.js';

type Rows = readonly Readonly<Record<string, unknown>>[];

/** Rows of a shop in storable order. A row that conflicts with another one is refused and left out. */
export type RandomShop = readonly (readonly [resource: string, rows: Rows])[];

const ODD = ['=1+1', '@SUM(A1)', '-1', '+1', '"', '""', 'a"b', 'x,y', 'a\nb', 'a\r\nb', '\r', "'", ';', '\t', '\\'];
const TEXTS = [
  ...ODD,
  '',
  ' ',
  ' x ',
  '\uFEFF',
  '\uFFFD',
  '0012',
  '1e5',
  'null',
  '#',
  '商品',
  'é',
  'e\u0301',
  '🏷️',
  '|',
];

/** Any text that can be stored: in every script, and with characters that are difficult in files. */
const text = fc.oneof(
  fc.constantFrom(...TEXTS),
  fc.string({ unit: 'binary', maxLength: 12 }).map((any) => any.replaceAll('\0', '')),
);
const code = fc
  .oneof(text, fc.string({ unit: 'grapheme', minLength: 1, maxLength: 8 }))
  .filter((any) => any !== '' && any === any.trim() && !any.includes('\0'));
const nullable = <T>(one: fc.Arbitrary<T>): fc.Arbitrary<T | null> => fc.option(one, { freq: 3 });
const decimal = (digits: number): fc.Arbitrary<string> =>
  fc
    .tuple(fc.integer({ min: 0, max: 999_999_999 }), fc.integer({ min: 0, max: 10 ** digits - 1 }))
    .map(([whole, rest]) => `${whole}.${String(rest).padStart(digits, '0')}`);
const money = fc.oneof(decimal(6), fc.constantFrom('0', '0.000001', '4.95', '999999999.999999'));
const qty = fc.constantFrom('1', '0.0001', '2.5', '10', '99999999.9999');
const day = fc.constantFrom('2026-01-31', '2026-02-28', '2024-02-29', '0001-01-01', '9999-12-31');
const currency = fc.constantFrom('GBP', 'EUR', 'JPY');
const flag = fc.constantFrom(0, 1);
const ordinal = fc.nat({ max: 5 });

const some = (values: Readonly<Record<string, fc.Arbitrary<unknown>>>, maxLength = 6): fc.Arbitrary<Rows> =>
  fc.array(fc.record(values), { maxLength });

/** A category without a key is in no file, and an empty key counts as none. */
const key = text.map((any) => any || 'key');
const tracked = { external_id: nullable(text), source_version: nullable(fc.nat({ max: 9 })) };
const dated = { ...tracked, from_date: nullable(day), to_date: nullable(day) };
const terms = {
  ...dated,
  qty,
  price_application_type: fc.integer({ min: 1, max: 5 }),
  price_attribute: nullable(fc.constantFrom('price', 'special_price', 'cost', 'msrp')),
  currency: nullable(currency),
};
const amounts = {
  price: nullable(money),
  special_price: nullable(money),
  special_from: nullable(day),
  special_to: nullable(day),
  cost: nullable(money),
  msrp: nullable(money),
};

const RESOURCES = {
  website: some(
    { code, name: text, base_currency: currency, timezone: fc.constantFrom('UTC', 'Europe/London'), is_default: flag },
    3,
  ),
  store: some(
    {
      code: fc.constantFrom('uk', 'de', 'fr_b2b'),
      name: text,
      website_id: ordinal,
      is_default: flag,
      locale: nullable(text),
      issuer: nullable(fc.record({ name: nullable(text), url: nullable(text), operator_id: nullable(text) })),
    },
    3,
  ),
  customerGroup: some({ code }, 4),
  customer: some({
    customer_number: nullable(code),
    external_id: nullable(text),
    email: nullable(fc.constantFrom('a@example.com', 'A@example.com', 'b.c+d@example.org', 'é@example.com')),
    group_id: ordinal,
    website_id: ordinal,
    first_name: nullable(text),
    last_name: nullable(text),
    is_active: flag,
  }),
  category: some({ name: text, parent_id: nullable(ordinal), external_id: key }),
  product: some({
    sku: code,
    name: text,
    ...amounts,
    category_ids: fc.array(ordinal, { maxLength: 3 }),
    attributes: fc.dictionary(code, fc.oneof(text, fc.array(text, { maxLength: 3 })), { maxKeys: 4 }),
    website_prices: fc.array(fc.record({ website_id: ordinal, ...amounts }), { maxLength: 3 }),
    is_active: flag,
  }),
  productTierPrice: some({
    product_id: ordinal,
    website_id: ordinal,
    customer_group_id: nullable(ordinal),
    qty,
    value: money,
  }),
  salesEntity: some({
    entity_type: fc.constantFrom('order', 'invoice', 'shipment', 'creditmemo'),
    entity_id: fc.nat({ max: 3 }),
    increment_id: nullable(text),
    customer_id: nullable(ordinal),
  }),
  priceSettings: some({
    website_id: ordinal,
    customer_group_id: nullable(ordinal),
    customer_id: nullable(ordinal),
    price_select: nullable(fc.constantFrom('lowest', 'sort_order')),
    price_sort_order: nullable(fc.shuffledSubarray(['customer_price', 'pricelist', 'orig_price'], { minLength: 1 })),
    skip_zero_price: nullable(flag),
    categoryprice_select: nullable(fc.constant('priority')),
  }),
  customerPrice: some({ customer_id: ordinal, product_id: ordinal, website_id: ordinal, value: money, ...terms }),
  priceList: some({
    name: text,
    active: flag,
    priority: fc.nat({ max: 999 }),
    website_id: ordinal,
    is_base_pricelist: flag,
    currency: nullable(currency),
    ...dated,
  }),
  priceListProduct: some({ pricelist_id: ordinal, product_id: ordinal, price: money, ...terms }),
  priceListCustomer: some({ pricelist_id: ordinal, customer_id: ordinal, ...tracked }),
  priceListGroup: some({ pricelist_id: ordinal, customer_group_id: ordinal, ...tracked }),
  categoryPrice: some({
    category_id: ordinal,
    customer_id: ordinal,
    website_id: ordinal,
    priority: fc.nat({ max: 9 }),
    value: money,
    ...terms,
  }),
  categoryPriceCustomerGroup: some({
    category_id: ordinal,
    customer_group_id: ordinal,
    website_id: ordinal,
    priority: fc.nat({ max: 9 }),
    value: money,
    ...terms,
  }),
  productCustomerMatrix: some({
    name: text,
    is_active: flag,
    priority: fc.nat({ max: 9 }),
    attributes_relation: fc.constantFrom('AND', 'OR'),
    website_id: ordinal,
    price: money,
    ...terms,
  }),
  productCustomerMatrixAttribute: some({
    matrix_id: ordinal,
    attribute_code: fc.oneof(fc.constantFrom('sku', 'category_ids'), code),
    attribute_value: text,
    ...tracked,
  }),
  productCustomerMatrixCustomer: some({ matrix_id: ordinal, customer_id: ordinal, ...dated }),
} as const;

export const randomShop: fc.Arbitrary<RandomShop> = fc.record(RESOURCES).map((shop) => Object.entries(shop));

const OF: Readonly<Record<string, string>> = {
  website_id: 'website',
  group_id: 'customerGroup',
  customer_group_id: 'customerGroup',
  customer_id: 'customer',
  category_id: 'category',
  product_id: 'product',
  pricelist_id: 'priceList',
  matrix_id: 'productCustomerMatrix',
};

/** IDs of the shop by resource. References in rows are positions in these lists. */
class Ids {
  private readonly ids = new Map<string, number[]>([
    ['website', [0, 1]],
    ['customerGroup', [0, 1]],
  ]);

  add(resource: string, id: number): void {
    this.ids.set(resource, [...(this.ids.get(resource) ?? []), id]);
  }

  of(resource: string, ordinal: unknown): number | null {
    const ids = this.ids.get(resource) ?? [];
    return typeof ordinal === 'number' && ids.length > 0 ? (ids[ordinal % ids.length] ?? null) : null;
  }
}

const withIds = (row: Readonly<Record<string, unknown>>, ids: Ids): Record<string, unknown> => {
  const input: Record<string, unknown> = { ...row };
  for (const [name, value] of Object.entries(row)) {
    const other = OF[name];
    if (other !== undefined) input[name] = ids.of(other, value);
  }
  const categories = row['category_ids'] as readonly number[] | undefined;
  if (categories) input['category_ids'] = categories.flatMap((one) => ids.of('category', one) ?? []);
  const prices = row['website_prices'] as Rows | undefined;
  if (prices) input['website_prices'] = prices.map((price) => withIds(price, ids));
  if (row['attribute_code'] === 'category_ids')
    input['attribute_value'] = String(ids.of('category', String(row['attribute_value']).length));
  return input;
};

/** The shop's own IDs, unordered, so that a category can have a parent with a larger ID. */
const ownId = (resource: string, at: number): object => (resource === 'category' ? { id: 1000 - at } : {});

/** Stores a shop through the module services. Returns the number of accepted rows. */
export const storeShop = async (app: TestApp, shop: RandomShop): Promise<number> => {
  const savers = app.get<RowSavers>(RowSavers);
  const ids = new Ids();
  let taken = 0;
  for (const [resource, rows] of shop) {
    for (const [at, row] of rows.entries()) {
      if (resource === 'customer' && row['customer_number'] === null && !row['external_id'] && !row['email']) continue;
      const input = { ...withIds(row, ids), ...ownId(resource, at) };
      if (resource === 'category') input['parent_id'] = ids.of('category', row['parent_id']);
      const verb = resource === 'priceSettings' ? 'upsert' : 'create';
      const outcomes = await savers.saverOf(resource)?.saveAll([input], { verb, mode: 'best_effort' });
      for (const outcome of outcomes ?? []) {
        if (outcome.status === 'failed') continue;
        taken += 1;
        ids.add(resource, outcome.record.id);
      }
    }
  }
  return taken;
};
