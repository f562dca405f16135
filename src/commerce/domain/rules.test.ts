import { change, day, Decimal, type Fault, plain, say } from '../../../libs/kernel/index.js';
import { belowItself, type CategoryParent, categoryFaults, categoryScopes, firstBelowItself } from './category.js';
import {
  type CustomerFacts,
  customerScopes,
  customerGroupFaults,
  customerGroupDeletionFault,
  customerGroupScopes,
} from './customer.js';
import { type LevelFacts, priceSettingsFaults, priceSettingsScopes } from './price-settings.js';
import { productFaults, type ProductRecord, productScopes, tierScopes } from './product.js';

const messagesOf = (faults: readonly Fault[]) => faults.map((fault) => plain(say(fault)));
const money = (text: string) => new Decimal(text);

describe('a customer group', () => {
  it('0 is fixed', () => {
    const zero = { id: 0, code: 'NOT LOGGED IN' };
    expect(customerGroupFaults({ ...zero }, zero)).toEqual([]);
    expect(messagesOf(customerGroupFaults({ ...zero, code: 'x' }, zero))).toEqual([
      'Customer group 0 (NOT LOGGED IN) cannot be changed.',
    ]);
    expect(messagesOf([customerGroupDeletionFault(zero)].flatMap((fault) => fault ?? []))).toEqual([
      'Customer group 0 (NOT LOGGED IN) cannot be deleted.',
    ]);
    expect(customerGroupDeletionFault({ id: 1, code: 'General' })).toBeUndefined();
    expect(customerGroupFaults({ id: 1, code: 'x' }, { id: 1, code: 'General' })).toEqual([]);
  });

  it('tells the change log when it comes, goes or has another code', () => {
    const group = { id: 4, code: 'Export' };
    expect(customerGroupScopes(undefined, group)).toEqual([change('everything')]);
    expect(customerGroupScopes(group, undefined)).toEqual([change('everything')]);
    expect(customerGroupScopes(group, { ...group, code: 'x' })).toEqual([change('everything')]);
    expect(customerGroupScopes(group, { ...group })).toEqual([]);
  });
});

describe('a customer', () => {
  const ADA: CustomerFacts = { id: 9, customerNumber: 'C9', groupId: 1, websiteId: 1, isActive: 1, password: null };
  it.each<[string, CustomerFacts | undefined, CustomerFacts | undefined, readonly unknown[]]>([
    ['new', undefined, ADA, [change('customer', 9)]],
    ['gone', ADA, undefined, [change('customer', 9), change('account', 9)]],
    ['group', ADA, { ...ADA, groupId: 2 }, [change('customer', 9)]],
    ['website', ADA, { ...ADA, websiteId: 0 }, [change('customer', 9)]],
    ['number', ADA, { ...ADA, customerNumber: null }, [change('customer', 9)]],
    ['switched off', ADA, { ...ADA, isActive: 0 }, [change('customer', 9), change('account', 9)]],
    ['password', ADA, { ...ADA, password: 'hash' }, [change('account', 9)]],
    ['name or e-mail', ADA, { ...ADA }, []],
  ])('tells the change log: %s', (_, previous, next, expected) => {
    expect(customerScopes(previous, next)).toEqual(expected);
  });
});

describe('a category', () => {
  it("isn't above itself", () => {
    expect(messagesOf(categoryFaults({ id: 3, parentId: 3 }))).toEqual([
      'Invalid value of "3" provided for the parent_id field. Allowed: the id of another category.',
    ]);
    expect(categoryFaults({ id: 3, parentId: 2 })).toEqual([]);
    expect(categoryFaults({ id: 0, parentId: null })).toEqual([]);
  });

  const categoryWith = (id: number, parentId: number | null): CategoryParent => ({ id, parentId });
  // 4 below 3 below 2 below 1; 8 and 9 below one another, from of old.
  const STORED: readonly (readonly [number, number | null])[] = [
    [1, null],
    [2, 1],
    [3, 2],
    [4, 3],
    [8, 9],
    [9, 8],
  ];
  it.each<[string, readonly CategoryParent[], number | undefined]>([
    ['below itself', [categoryWith(3, 3)], 0],
    ['below its child', [categoryWith(3, 4)], 0],
    ['below a child’s child’s child', [categoryWith(1, 4)], 0],
    ['aside, up and to the top', [categoryWith(4, 1), categoryWith(3, 1), categoryWith(2, null)], undefined],
    ['below what was moved below it just before', [categoryWith(1, 5), categoryWith(5, 1)], 1],
    ['below a former child that has left just before', [categoryWith(2, null), categoryWith(1, 4)], undefined],
    ['below one that couldn’t be moved', [categoryWith(2, 4), categoryWith(1, 4)], 0],
    ['below a circle', [categoryWith(7, 8)], undefined],
    ['out of a circle', [categoryWith(8, null)], undefined],
    ['below one that isn’t there', [categoryWith(1, 99)], undefined],
  ])('is moved %s', (_, moved, refused) => {
    expect(firstBelowItself(moved, new Map(STORED))).toBe(refused);
  });

  it('that can’t be moved is told why', () => {
    expect(messagesOf([belowItself(categoryWith(1, 4))])).toEqual([
      'Category 1 cannot be a child of category 4, which is one of its descendants. Choose another parent category.',
    ]);
  });

  it('tells the change log when it comes, goes, moves or is renamed', () => {
    const category = { id: 3, name: 'Garden', parentId: 2 };
    expect(categoryScopes(undefined, category)).toEqual([change('category', 3)]);
    expect(categoryScopes(category, undefined)).toEqual([change('category', 3)]);
    expect(categoryScopes(category, { ...category, parentId: null })).toEqual([change('category', 3)]);
    expect(categoryScopes(category, { ...category, name: 'Yard' })).toEqual([change('category', 3)]);
    expect(categoryScopes(category, { ...category })).toEqual([]);
  });
});

describe('a product', () => {
  const NONE = { price: null, specialPrice: null, specialFrom: null, specialTo: null, cost: null, msrp: null };
  const LANTERN: ProductRecord = {
    id: 7,
    sku: 'A1',
    name: 'Lantern',
    ...NONE,
    price: money('10'),
    categoryIds: [1, 2],
    attributes: { color: 'red', size: ['S', 'M'] },
    websitePrices: [{ websiteId: 2, ...NONE, price: money('9') }],
    isActive: 1,
  };
  const onTwo = (patch: object) => ({ ...LANTERN, websitePrices: [{ websiteId: 2, ...NONE, ...patch }] });
  const CHANGED = [change('product', 7, 7)];

  it.each<[string, ProductRecord | undefined, ProductRecord | undefined, readonly unknown[]]>([
    ['new', undefined, LANTERN, CHANGED],
    ['gone', LANTERN, undefined, CHANGED],
    ['sku', LANTERN, { ...LANTERN, sku: 'A2' }, CHANGED],
    ['price', LANTERN, { ...LANTERN, price: money('11') }, CHANGED],
    ['price, not set', LANTERN, { ...LANTERN, price: null }, CHANGED],
    ['special price', LANTERN, { ...LANTERN, specialPrice: money('1') }, CHANGED],
    ['special dates', LANTERN, { ...LANTERN, specialFrom: day('2026-01-01') }, CHANGED],
    ['special dates', LANTERN, { ...LANTERN, specialTo: day('2026-01-01') }, CHANGED],
    ['cost', LANTERN, { ...LANTERN, cost: money('1') }, CHANGED],
    ['msrp', LANTERN, { ...LANTERN, msrp: money('1') }, CHANGED],
    ['categories', LANTERN, { ...LANTERN, categoryIds: [1] }, CHANGED],
    ['categories in another order', LANTERN, { ...LANTERN, categoryIds: [2, 1] }, []],
    ['attributes', LANTERN, { ...LANTERN, attributes: { color: 'blue', size: ['S', 'M'] } }, CHANGED],
    ['attributes in another order', LANTERN, { ...LANTERN, attributes: { size: ['S', 'M'], color: 'red' } }, []],
    ['website price', LANTERN, onTwo({ price: money('8') }), CHANGED],
    ['switched off', LANTERN, { ...LANTERN, isActive: 0 }, CHANGED],
    ['name', LANTERN, { ...LANTERN, name: 'x' }, []],
    ['the same number otherwise written', LANTERN, { ...LANTERN, price: money('10.00') }, []],
  ])('tells the change log: %s', (_, previous, next, expected) => {
    expect(productScopes(previous, next)).toEqual(expected);
  });

  it.each<[string, ProductRecord, string[]]>([
    ['as it is', LANTERN, []],
    [
      'dates turned around',
      { ...LANTERN, specialFrom: day('2026-02-01'), specialTo: day('2026-01-31') },
      ['Invalid value of "2026-01-31" provided for the special_to field. Allowed: a date on or after special_from.'],
    ],
    ['one day', { ...LANTERN, specialFrom: day('2026-02-01'), specialTo: day('2026-02-01') }, []],
    [
      'dates of a website turned around',
      onTwo({ specialFrom: day('2026-02-01'), specialTo: day('2026-01-31') }),
      [
        'Invalid value of "2026-01-31" provided for the website_prices[0].special_to field. Allowed: a date on or after special_from.',
      ],
    ],
    [
      'website 0, which the general amounts are',
      onTwo({ websiteId: 0 }),
      [
        'Invalid value of "0" provided for the website_prices[0].website_id field. Allowed: a website other than 0; the prices of the product itself apply to all websites.',
      ],
    ],
    [
      'a website twice',
      { ...LANTERN, websitePrices: [...LANTERN.websitePrices, ...LANTERN.websitePrices] },
      ['The prices of website 2 are specified more than once. Send them once.'],
    ],
  ])('%s', (_, next, expected) => {
    expect(messagesOf(productFaults(next))).toEqual(expected);
  });
});

describe('a tier', () => {
  it('names its product, both if it moved', () => {
    expect(tierScopes(undefined, { productId: 7 })).toEqual([change('product', 7, 7)]);
    expect(tierScopes({ productId: 7 }, undefined)).toEqual([change('product', 7, 7)]);
    expect(tierScopes({ productId: 7 }, { productId: 7 })).toEqual([change('product', 7, 7)]);
    expect(tierScopes({ productId: 7 }, { productId: 8 })).toEqual([change('product', 7, 7), change('product', 8, 8)]);
  });
});

describe('price settings', () => {
  const NONE = { priceSortOrder: null, pricePrecision: null, pricesIncludeTax: null, qty1MeansAny: null };
  const WEBSITE: LevelFacts = { websiteId: 1, customerGroupId: null, customerId: null, ...NONE };
  const GROUP: LevelFacts = { ...WEBSITE, customerGroupId: 0 };
  const CUSTOMER: LevelFacts = { ...WEBSITE, customerId: 9 };

  it.each<[string, LevelFacts, string[]]>([
    ['nothing', WEBSITE, []],
    ['a sort order', { ...GROUP, priceSortOrder: ['orig_price'] }, []],
    [
      'an empty one',
      { ...WEBSITE, priceSortOrder: [] },
      [
        'Invalid value of "" provided for the price_sort_order field. Allowed: one or more price codes, each at most once.',
      ],
    ],
    [
      'a code twice',
      { ...WEBSITE, priceSortOrder: ['orig_price', 'tier_price', 'orig_price'] },
      [
        'Invalid value of "orig_price,tier_price,orig_price" provided for the price_sort_order field. Allowed: one or more price codes, each at most once.',
      ],
    ],
    ['precision and tax of a website', { ...WEBSITE, pricePrecision: 0, pricesIncludeTax: 0 }, []],
    [
      'precision of a group',
      { ...GROUP, pricePrecision: 0 },
      [
        'Invalid value of "0" provided for the price_precision field. Allowed: null for customers and customer groups, because only websites have this setting.',
      ],
    ],
    [
      'precision of a customer',
      { ...CUSTOMER, pricePrecision: 2 },
      [
        'Invalid value of "2" provided for the price_precision field. Allowed: null for customers and customer groups, because only websites have this setting.',
      ],
    ],
    ['what a threshold of 1 means on a website', { ...WEBSITE, qty1MeansAny: 0 }, []],
    ...[GROUP, CUSTOMER].map((level): [string, LevelFacts, string[]] => [
      'what it means to a group or customer',
      { ...level, qty1MeansAny: 1 },
      [
        'Invalid value of "1" provided for the qty_1_means_any field. Allowed: null for customers and customer groups, because only websites have this setting.',
      ],
    ]),
    [
      'tax of a group',
      { ...GROUP, pricesIncludeTax: 0 },
      [
        'Invalid value of "0" provided for the prices_include_tax field. Allowed: null for customers and customer groups, because only websites have this setting.',
      ],
    ],
    [
      'tax of a customer',
      { ...CUSTOMER, pricesIncludeTax: 1 },
      [
        'Invalid value of "1" provided for the prices_include_tax field. Allowed: null for customers and customer groups, because only websites have this setting.',
      ],
    ],
  ])('%s', (_, next, expected) => {
    expect(messagesOf(priceSettingsFaults(next))).toEqual(expected);
  });

  it('name the website to the change log', () => {
    expect(priceSettingsScopes(undefined, GROUP)).toEqual([change('settings', 1)]);
    expect(priceSettingsScopes(GROUP, undefined)).toEqual([change('settings', 1)]);
    expect(priceSettingsScopes(WEBSITE, WEBSITE)).toEqual([change('settings', 1)]);
  });
});
