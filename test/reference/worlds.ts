import fc from 'fast-check';
import { CODES } from './slow-buyer.js';
import type { World, WorldLevel, WorldSettings } from './world.js';

/** Few values, so that quantities, dates, priorities, amounts and currencies collide often. */
const QTYS = ['0.5', '1', '1', '1.5', '2', '10'];
const VALUES = ['0', '0.00004', '0.00005', '1', '1.25', '1.25', '2.5', '2.500001', '10', '10', '99.999999'];
const DAYS = [null, null, null, '2026-06-14', '2026-06-15', '2026-06-16'];
const CURRENCIES = [null, null, null, null, 'GBP', 'EUR'];
const ON = [null, 'price', 'special_price', 'cost', 'msrp'];

export const CUSTOMERS = [1, 2];
export const GROUPS = [0, 1];
export const WEBSITES = [1, 2];
export const PRODUCTS = [1, 2];
const CATEGORIES = [1, 2, 3];
const COLORS = ['red', 'green'];
const ANY_WEBSITE = [0, ...WEBSITES];

const period = fc
  .tuple(fc.constantFrom(...DAYS), fc.constantFrom(...DAYS))
  .map(([from, to]) => (from !== null && to !== null && to < from ? { from: to, to: from } : { from, to }));

const amount = fc.constantFrom(null, ...VALUES);

const terms = fc
  .record({
    qty: fc.constantFrom(...QTYS),
    value: fc.constantFrom(...VALUES),
    type: fc.constantFrom(1, 1, 1, 2, 3, 4, 5),
    on: fc.constantFrom(...ON),
    currency: fc.constantFrom(...CURRENCIES),
    period,
  })
  .map(({ period: { from, to }, ...rest }) => ({ ...rest, from, to }));

const numbered = <T extends object>(rows: readonly T[]): (T & { readonly id: number })[] =>
  rows.map((row, index) => ({ ...row, id: index + 1 }));

const listOf = fc
  .record({
    active: fc.constantFrom(true, true, true, false),
    priority: fc.constantFrom(0, 5, 5, 9),
    websiteId: fc.constantFrom(...ANY_WEBSITE, 0),
    isBase: fc.boolean(),
    currency: fc.constantFrom(...CURRENCIES),
    period,
    // Often without customers, because base lists apply only to buyers without another list.
    customers: fc.oneof(fc.constant([]), fc.constant([...CUSTOMERS]), fc.subarray(CUSTOMERS)),
    groups: fc.oneof(fc.constant([]), fc.subarray(GROUPS)),
  })
  .map(({ period: { from, to }, ...rest }) => ({ ...rest, from, to }));

/** At most one active base list per website (pricing.md §1). */
const oneBasePerWebsite = <T extends { isBase: boolean; active: boolean; websiteId: number }>(
  lists: readonly T[],
): T[] =>
  lists.map((list, index) => ({
    ...list,
    isBase:
      list.isBase &&
      !(
        list.active &&
        lists.slice(0, index).some((other) => other.isBase && other.active && other.websiteId === list.websiteId)
      ),
  }));

const LISTS = 5;

const dated = <T extends { readonly period: { readonly from: string | null; readonly to: string | null } }>({
  period: { from, to },
  ...rest
}: T) => ({ ...rest, specialFrom: from, specialTo: to });

const someAmounts = { price: amount, special: amount, period, cost: amount, msrp: amount };

const aProduct = fc
  .record({
    ...someAmounts,
    active: fc.constant(true),
    categories: fc.subarray(CATEGORIES),
    attributes: fc.constantFrom<Readonly<Record<string, string | readonly string[]>>>(
      {},
      { color: 'red' },
      { color: ['red', 'green'] },
      { color: ['green'], size: 'L', sku: 'P1' },
    ),
    own: fc.oneof(
      fc.constant([]),
      fc.record({ ...someAmounts, websiteId: fc.constantFrom(...WEBSITES) }).map((own) => [dated(own)]),
    ),
  })
  .map(dated);

const categoryTerms = fc
  .tuple(
    terms,
    fc.record({
      categoryId: fc.constantFrom(...CATEGORIES),
      websiteId: fc.constantFrom(...ANY_WEBSITE, 0),
      priority: fc.constantFrom(0, 5, 5),
    }),
  )
  .map(([some, where]) => ({ ...some, ...where }));

const aCondition = fc.constantFrom(
  ...PRODUCTS.map((id) => ({ code: 'sku', value: `P${id}` })),
  ...CATEGORIES.map((id) => ({ code: 'category_ids', value: `${id}` })),
  ...COLORS.map((value) => ({ code: 'color', value })),
  { code: 'size', value: 'L' },
);

const aMatrix = fc
  .tuple(
    terms,
    fc.record({
      active: fc.constantFrom(true, true, true, false),
      priority: fc.constantFrom(0, 5, 5),
      websiteId: fc.constantFrom(...ANY_WEBSITE, 0),
      relation: fc.constantFrom('AND' as const, 'OR' as const),
      conditions: fc.uniqueArray(aCondition, { maxLength: 3, selector: ({ code, value }) => `${code} ${value}` }),
      customers: fc.uniqueArray(
        fc
          .record({ customerId: fc.constantFrom(...CUSTOMERS), period })
          .map(({ customerId, period: { from, to } }) => ({ customerId, from, to })),
        { maxLength: 2, selector: ({ customerId }) => customerId },
      ),
    }),
  )
  .map(([some, where]) => ({ ...some, ...where }));

const someSettings: fc.Arbitrary<WorldSettings> = fc.record({
  select: fc.constantFrom('lowest' as const, 'highest' as const, 'sort_order' as const, 'sort_order' as const),
  order: fc.shuffledSubarray(CODES, { minLength: CODES.length }),
  individualFinal: fc.boolean(),
  skipZero: fc.boolean(),
  mergeLists: fc.boolean(),
  mergeMatrices: fc.boolean(),
  categorySelect: fc.constantFrom('priority' as const, 'customer' as const, 'group' as const),
  precision: fc.constantFrom(0, 2, 4, 6),
  tax: fc.constantFrom(0 as const, 1 as const),
  oneMeansAny: fc.boolean(),
});

const levels: fc.Arbitrary<WorldLevel[]> = someSettings.map((values) => [
  { websiteId: 0, groupId: null, customerId: null, values },
]);

/** A shop full of prices that are almost the same. */
export const aWorld: fc.Arbitrary<World> = fc.record({
  websites: fc.constant(WEBSITES.map((id) => ({ id, baseCurrency: 'GBP', timeZone: 'UTC' }))),
  groups: fc.constant(GROUPS),
  customers: fc
    .constantFrom(...GROUPS)
    .map((groupId) => CUSTOMERS.map((id) => ({ id, groupId, websiteId: 0, active: true }))),
  settings: levels,
  categoryPrices: fc
    .array(
      fc.tuple(categoryTerms, fc.constantFrom(...CUSTOMERS)).map(([some, customerId]) => ({ ...some, customerId })),
      { maxLength: 14 },
    )
    .map(numbered),
  groupCategoryPrices: fc
    .array(
      fc.tuple(categoryTerms, fc.constantFrom(...GROUPS)).map(([some, groupId]) => ({ ...some, groupId })),
      {
        maxLength: 14,
      },
    )
    .map(numbered),
  matrices: fc.array(aMatrix, { maxLength: 10 }).map(numbered),
  products: fc
    .array(aProduct, { minLength: PRODUCTS.length, maxLength: PRODUCTS.length })
    .map((products) => numbered(products).map((product) => ({ ...product, sku: `P${product.id}` }))),
  tiers: fc
    .array(
      fc.record({
        productId: fc.constantFrom(...PRODUCTS),
        websiteId: fc.constantFrom(...ANY_WEBSITE),
        groupId: fc.constantFrom(null, ...GROUPS),
        qty: fc.constantFrom(...QTYS),
        value: fc.constantFrom(...VALUES),
      }),
      { minLength: 2, maxLength: 12 },
    )
    .map(numbered),
  customerPrices: fc
    .array(
      fc
        .tuple(
          terms,
          fc.record({
            customerId: fc.constantFrom(...CUSTOMERS),
            productId: fc.constantFrom(...PRODUCTS),
            websiteId: fc.constantFrom(...ANY_WEBSITE),
          }),
        )
        .map(([some, whose]) => ({ ...some, ...whose })),
      { minLength: 8, maxLength: 24 },
    )
    .map(numbered),
  lists: fc.array(listOf, { minLength: LISTS, maxLength: LISTS }).map((lists) => numbered(oneBasePerWebsite(lists))),
  listRows: fc
    .array(
      fc
        .tuple(
          terms,
          fc.record({ listId: fc.integer({ min: 1, max: LISTS }), productId: fc.constantFrom(...PRODUCTS) }),
        )
        .map(([some, where]) => ({ ...some, ...where })),
      { minLength: 16, maxLength: 40 },
    )
    .map(numbered),
});

/** A question to such a shop. */
export const aQuestion = fc.record({
  sku: fc.constantFrom(...PRODUCTS.map((id) => `P${id}`)),
  qty: fc.constantFrom('0.0001', '0.4999', '0.5', '0.9999', '1', '1.4999', '1.5', '2', '9', '10', '10', '1000'),
  day: fc.constantFrom('2026-06-13', '2026-06-14', '2026-06-15', '2026-06-16', '2026-06-17'),
  now: fc.constant(new Date(0)),
  customerId: fc.constantFrom(null, ...CUSTOMERS, ...CUSTOMERS),
  groupId: fc.constant(null),
  websiteId: fc.constantFrom(...WEBSITES),
  currency: fc.constantFrom(null, 'GBP', 'GBP', 'GBP', 'EUR'),
});
