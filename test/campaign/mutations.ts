import { CODES, ZONES } from '../reference/slow-buyer.js';
import type { Random } from './random.js';

export type Values = Readonly<Record<string, unknown>>;

/** Few values of everything, so that quantities, dates, priorities and amounts collide often. */
export const PRODUCTS = 3;
export const CUSTOMERS = 3;
export const WEBSITES = [1, 2];
export const CURRENCIES = ['EUR', 'EUR', 'GBP', 'JPY', 'KWD'];
export const DAYS = ['2026-01-10', '2026-02-10', '2026-03-10', '2026-04-10'];
export const QTYS = ['0.0001', '0.4999', '0.5', '0.9999', '1', '1.5', '2', '9.9999', '10', '1000'];
/** A threshold of 0 is stored as 1. */
const THRESHOLDS = ['0', '0.5', '1', '1', '2', '10'];
const AMOUNTS = [
  '0',
  '0.00004',
  '0.00005',
  '1.25',
  '12',
  '12',
  '12.000001',
  '33.3333',
  '50',
  '150',
  '999999999.999999',
];
const PERCENTS = ['0', '0.000001', '10', '33.333333', '100'];
export const GROUPS = [0, 1, 2];
export const CATEGORIES = [1, 2, 3];
const COLORS = ['red', 'green', 'blue'];

/** Records that a mutation can refer to. */
export interface Known {
  ids(resource: string): readonly number[];
}

/** A kind of record for random writes. */
export interface Kind {
  readonly resource: string;
  /** True if records are created and deleted, false if they only change. */
  readonly comes: boolean;
  readonly values: (random: Random, known: Known) => Values;
}

/** Prefers low values, so that rows collide often. */
const upTo = (random: Random, most: number): number => (random.next() < 0.6 ? 1 : random.whole(1, most));
const some = <T>(random: Random, items: readonly T[]): readonly T[] => items.filter(() => random.next() < 0.5);
const or = <T>(random: Random, value: T): T | null => (random.next() < 0.6 ? null : value);
const active = (random: Random): number => random.pick([0, 1, 1, 1, 1]);
const NOBODYS = 999_999;
const one = (random: Random, known: Known, resource: string): number => {
  const ids = known.ids(resource);
  const [first = NOBODYS] = ids;
  return ids.length > 0 && random.next() < 0.4 ? random.pick(ids) : first;
};

const someDays = (random: Random, from: string, to: string): Values => {
  const [start, end] = [random.whole(0, 3), random.whole(0, 3)];
  return {
    [from]: or(random, DAYS[Math.min(start, end)]),
    [to]: or(random, DAYS[Math.max(start, end)]),
  };
};

const terms = (random: Random, amount = 'value'): Values => {
  const type = random.pick([1, 1, 1, 2, 3, 4, 5]);
  return {
    qty: random.pick(THRESHOLDS),
    [amount]: random.pick(type === 3 || type === 5 ? PERCENTS : AMOUNTS),
    price_application_type: type,
    price_attribute: or(random, random.pick(['price', 'special_price', 'cost', 'msrp'])),
    currency: random.next() < 0.85 ? null : random.pick(CURRENCIES),
    ...someDays(random, 'from_date', 'to_date'),
  };
};

const amounts = (random: Random): Values => ({
  price: or(random, random.pick(AMOUNTS)),
  special_price: or(random, random.pick(AMOUNTS)),
  ...someDays(random, 'special_from', 'special_to'),
  cost: or(random, random.pick(AMOUNTS)),
  msrp: or(random, random.pick(AMOUNTS)),
});

const website = (random: Random): number => random.pick([0, ...WEBSITES]);

export const KINDS: readonly Kind[] = [
  {
    resource: 'customerPrice',
    comes: true,
    values: (random) => ({
      customer_id: upTo(random, CUSTOMERS),
      product_id: upTo(random, PRODUCTS),
      website_id: website(random),
      ...terms(random),
    }),
  },
  {
    resource: 'priceList',
    comes: true,
    values: (random) => ({
      name: `L${random.whole(0, 1e9)}`,
      active: active(random),
      priority: random.whole(0, 2),
      website_id: website(random),
      is_base_pricelist: random.pick([0, 0, 1]),
      currency: random.next() < 0.85 ? null : random.pick(CURRENCIES),
      ...someDays(random, 'from_date', 'to_date'),
    }),
  },
  {
    resource: 'priceListProduct',
    comes: true,
    values: (random, known) => ({
      pricelist_id: one(random, known, 'priceList'),
      product_id: upTo(random, PRODUCTS),
      ...terms(random, 'price'),
    }),
  },
  {
    resource: 'priceListCustomer',
    comes: true,
    values: (random, known) => ({
      pricelist_id: one(random, known, 'priceList'),
      customer_id: upTo(random, CUSTOMERS),
    }),
  },
  {
    resource: 'priceListGroup',
    comes: true,
    values: (random, known) => ({
      pricelist_id: one(random, known, 'priceList'),
      customer_group_id: random.pick(GROUPS),
    }),
  },
  {
    resource: 'categoryPrice',
    comes: true,
    values: (random) => ({
      category_id: random.pick(CATEGORIES),
      customer_id: upTo(random, CUSTOMERS),
      priority: random.whole(0, 2),
      website_id: website(random),
      ...terms(random),
    }),
  },
  {
    resource: 'categoryPriceCustomerGroup',
    comes: true,
    values: (random) => ({
      category_id: random.pick(CATEGORIES),
      customer_group_id: random.pick(GROUPS),
      priority: random.whole(0, 2),
      website_id: website(random),
      ...terms(random),
    }),
  },
  {
    resource: 'productCustomerMatrix',
    comes: true,
    values: (random) => ({
      name: `M${random.whole(0, 1e9)}`,
      is_active: active(random),
      priority: random.whole(0, 2),
      attributes_relation: random.pick(['AND', 'OR']),
      website_id: website(random),
      ...terms(random, 'price'),
    }),
  },
  {
    resource: 'productCustomerMatrixAttribute',
    comes: true,
    values: (random, known) => {
      const code = random.pick(['color', 'color', 'category_ids', 'category_ids', 'sku', 'size']);
      const values = { color: COLORS, category_ids: CATEGORIES.map(String), sku: ['S1', 'S2', 'S3'], size: ['L'] };
      return {
        matrix_id: one(random, known, 'productCustomerMatrix'),
        attribute_code: code,
        attribute_value: random.pick(values[code as keyof typeof values]),
      };
    },
  },
  {
    resource: 'productCustomerMatrixCustomer',
    comes: true,
    values: (random, known) => ({
      matrix_id: one(random, known, 'productCustomerMatrix'),
      customer_id: upTo(random, CUSTOMERS),
      ...someDays(random, 'from_date', 'to_date'),
    }),
  },
  {
    resource: 'productTierPrice',
    comes: true,
    values: (random) => ({
      product_id: upTo(random, PRODUCTS),
      website_id: website(random),
      customer_group_id: or(random, random.pick(GROUPS)),
      qty: random.pick(THRESHOLDS),
      value: random.pick(AMOUNTS),
    }),
  },
  {
    resource: 'product',
    comes: false,
    values: (random) => ({
      // Products exchange and release SKUs.
      sku: `S${random.whole(1, PRODUCTS + 2)}`,
      ...amounts(random),
      category_ids: some(random, CATEGORIES),
      // Attributes are merged by code.
      attributes: {
        color: random.pick([null, random.pick(COLORS), some(random, COLORS)]),
        [random.pick(['size', 'sku'])]: random.pick(['L', 'S1', null]),
      },
      website_prices: some(random, WEBSITES).map((website_id) => ({ website_id, ...amounts(random) })),
      is_active: active(random),
    }),
  },
  {
    resource: 'customer',
    comes: false,
    values: (random) => ({
      group_id: random.pick([1, 2]),
      website_id: random.pick([0, 0, 1]),
      is_active: active(random),
    }),
  },
  {
    resource: 'website',
    comes: false,
    values: (random) => ({ base_currency: random.pick(CURRENCIES), timezone: random.pick(Object.keys(ZONES)) }),
  },
];

/** Settings of a website, group or customer. Settings that are left out stay; null removes a setting. */
export const someSettings = (random: Random): { readonly level: Values; readonly values: Values } => {
  const customerId = random.pick([null, null, 1, 2]);
  const customerGroupId = customerId === null ? random.pick([null, 0, 1]) : null;
  const flag = () => random.pick([0, 1, null]);
  const all: Values = {
    price_select: random.pick(['lowest', 'highest', 'sort_order', null]),
    price_sort_order: random.pick([null, shuffled(random, CODES).slice(random.whole(0, CODES.length - 1))]),
    individual_prices_are_final: flag(),
    skip_zero_price: flag(),
    merge_pricelist_qtys: flag(),
    merge_matrix_qtys: flag(),
    categoryprice_select: random.pick(['priority', 'customer', 'group', null]),
    ...(customerId === null && customerGroupId === null
      ? { price_precision: random.pick([0, 2, 4, 6, null]), prices_include_tax: flag(), qty_1_means_any: flag() }
      : {}),
  };
  return {
    level: { websiteId: website(random), customerGroupId, customerId },
    values: Object.fromEntries(Object.entries(all).filter(() => random.next() < 0.6)),
  };
};

const shuffled = <T>(random: Random, items: readonly T[]): readonly T[] =>
  items
    .map((item) => [random.next(), item] as const)
    .sort(([first], [second]) => first - second)
    .map(([, item]) => item);
