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
  it('0 cannot be changed or deleted', () => {
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

  it('is written to the change log when it is created, deleted or gets another code', () => {
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
    ['creation', undefined, ADA, [change('customer', 9)]],
    ['deletion', ADA, undefined, [change('customer', 9), change('account', 9)]],
    ['another group', ADA, { ...ADA, groupId: 2 }, [change('customer', 9)]],
    ['another website', ADA, { ...ADA, websiteId: 0 }, [change('customer', 9)]],
    ['another customer number', ADA, { ...ADA, customerNumber: null }, [change('customer', 9)]],
    ['deactivation', ADA, { ...ADA, isActive: 0 }, [change('customer', 9), change('account', 9)]],
    ['another password', ADA, { ...ADA, password: 'hash' }, [change('account', 9)]],
    ['nothing for another name or e-mail address', ADA, { ...ADA }, []],
  ])('writes to the change log: %s', (_, previous, next, expected) => {
    expect(customerScopes(previous, next)).toEqual(expected);
  });
});

describe('a category', () => {
  it('cannot be its own parent', () => {
    expect(messagesOf(categoryFaults({ id: 3, parentId: 3 }))).toEqual([
      'Invalid value of "3" provided for the parent_id field. Allowed: the ID of another category.',
    ]);
    expect(categoryFaults({ id: 3, parentId: 2 })).toEqual([]);
    expect(categoryFaults({ id: 0, parentId: null })).toEqual([]);
  });

  const categoryWith = (id: number, parentId: number | null): CategoryParent => ({ id, parentId });
  // 4 is below 3, 3 below 2 and 2 below 1; 8 and 9 form a circle, as older data may.
  const STORED: readonly (readonly [number, number | null])[] = [
    [1, null],
    [2, 1],
    [3, 2],
    [4, 3],
    [8, 9],
    [9, 8],
  ];
  it.each<[string, readonly CategoryParent[], number | undefined]>([
    ['cannot move below itself', [categoryWith(3, 3)], 0],
    ['cannot move below its child', [categoryWith(3, 4)], 0],
    ['cannot move below a descendant three levels down', [categoryWith(1, 4)], 0],
    [
      'can move sideways, up and to the top',
      [categoryWith(4, 1), categoryWith(3, 1), categoryWith(2, null)],
      undefined,
    ],
    ['cannot move below a category that an earlier move put below it', [categoryWith(1, 5), categoryWith(5, 1)], 1],
    [
      'can move below a former child that an earlier move took away',
      [categoryWith(2, null), categoryWith(1, 4)],
      undefined,
    ],
    ['is reported as the first of several refused moves', [categoryWith(2, 4), categoryWith(1, 4)], 0],
    ['can move below a circle', [categoryWith(7, 8)], undefined],
    ['can move out of a circle', [categoryWith(8, null)], undefined],
    ['can move below a category that does not exist, which other checks refuse', [categoryWith(1, 99)], undefined],
  ])('%s', (_, moved, refused) => {
    expect(firstBelowItself(moved, new Map(STORED))).toBe(refused);
  });

  it('that cannot be moved is refused with both IDs in the message', () => {
    expect(messagesOf([belowItself(categoryWith(1, 4))])).toEqual([
      'Category 1 cannot be a child of category 4, which is one of its descendants. Choose another parent category.',
    ]);
  });

  it('is written to the change log when it is created, deleted, moved or renamed', () => {
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
    ['creation', undefined, LANTERN, CHANGED],
    ['deletion', LANTERN, undefined, CHANGED],
    ['another SKU', LANTERN, { ...LANTERN, sku: 'A2' }, CHANGED],
    ['another price', LANTERN, { ...LANTERN, price: money('11') }, CHANGED],
    ['a removed price', LANTERN, { ...LANTERN, price: null }, CHANGED],
    ['another special price', LANTERN, { ...LANTERN, specialPrice: money('1') }, CHANGED],
    ['another special_from', LANTERN, { ...LANTERN, specialFrom: day('2026-01-01') }, CHANGED],
    ['another special_to', LANTERN, { ...LANTERN, specialTo: day('2026-01-01') }, CHANGED],
    ['another cost', LANTERN, { ...LANTERN, cost: money('1') }, CHANGED],
    ['another msrp', LANTERN, { ...LANTERN, msrp: money('1') }, CHANGED],
    ['other categories', LANTERN, { ...LANTERN, categoryIds: [1] }, CHANGED],
    ['nothing for categories in another order', LANTERN, { ...LANTERN, categoryIds: [2, 1] }, []],
    ['other attributes', LANTERN, { ...LANTERN, attributes: { color: 'blue', size: ['S', 'M'] } }, CHANGED],
    [
      'nothing for attributes in another order',
      LANTERN,
      { ...LANTERN, attributes: { size: ['S', 'M'], color: 'red' } },
      [],
    ],
    ['another website price', LANTERN, onTwo({ price: money('8') }), CHANGED],
    ['deactivation', LANTERN, { ...LANTERN, isActive: 0 }, CHANGED],
    ['nothing for another name', LANTERN, { ...LANTERN, name: 'x' }, []],
    ['nothing for the same price written differently', LANTERN, { ...LANTERN, price: money('10.00') }, []],
  ])('writes to the change log: %s', (_, previous, next, expected) => {
    expect(productScopes(previous, next)).toEqual(expected);
  });

  it.each<[string, ProductRecord, string[]]>([
    ['is valid as it is', LANTERN, []],
    [
      'cannot have special_to before special_from',
      { ...LANTERN, specialFrom: day('2026-02-01'), specialTo: day('2026-01-31') },
      ['Invalid value of "2026-01-31" provided for the special_to field. Allowed: a date on or after special_from.'],
    ],
    [
      'can have a special price for one day',
      { ...LANTERN, specialFrom: day('2026-02-01'), specialTo: day('2026-02-01') },
      [],
    ],
    [
      'cannot have special_to before special_from on a website',
      onTwo({ specialFrom: day('2026-02-01'), specialTo: day('2026-01-31') }),
      [
        'Invalid value of "2026-01-31" provided for the website_prices[0].special_to field. Allowed: a date on or after special_from.',
      ],
    ],
    [
      'cannot have prices of website 0',
      onTwo({ websiteId: 0 }),
      [
        'Invalid value of "0" provided for the website_prices[0].website_id field. Allowed: a website other than 0; the prices of the product itself apply to all websites.',
      ],
    ],
    [
      'cannot have prices of one website twice',
      { ...LANTERN, websitePrices: [...LANTERN.websitePrices, ...LANTERN.websitePrices] },
      ['The prices of website 2 are specified more than once. Send them once.'],
    ],
  ])('%s', (_, next, expected) => {
    expect(messagesOf(productFaults(next))).toEqual(expected);
  });
});

describe('a tier', () => {
  it('writes its product to the change log, or both products if it moved', () => {
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
    ['can be empty', WEBSITE, []],
    ['can set a sort order', { ...GROUP, priceSortOrder: ['orig_price'] }, []],
    [
      'cannot have an empty sort order',
      { ...WEBSITE, priceSortOrder: [] },
      [
        'Invalid value of "" provided for the price_sort_order field. Allowed: one or more price codes, each at most once.',
      ],
    ],
    [
      'cannot have a code twice in the sort order',
      { ...WEBSITE, priceSortOrder: ['orig_price', 'tier_price', 'orig_price'] },
      [
        'Invalid value of "orig_price,tier_price,orig_price" provided for the price_sort_order field. Allowed: one or more price codes, each at most once.',
      ],
    ],
    ['can set precision and tax on a website', { ...WEBSITE, pricePrecision: 0, pricesIncludeTax: 0 }, []],
    [
      'cannot set precision on a group',
      { ...GROUP, pricePrecision: 0 },
      [
        'Invalid value of "0" provided for the price_precision field. Allowed: null for customers and customer groups, because only websites have this setting.',
      ],
    ],
    [
      'cannot set precision on a customer',
      { ...CUSTOMER, pricePrecision: 2 },
      [
        'Invalid value of "2" provided for the price_precision field. Allowed: null for customers and customer groups, because only websites have this setting.',
      ],
    ],
    ['can set qty_1_means_any on a website', { ...WEBSITE, qty1MeansAny: 0 }, []],
    ...[GROUP, CUSTOMER].map((level): [string, LevelFacts, string[]] => [
      'cannot set qty_1_means_any on a group or customer',
      { ...level, qty1MeansAny: 1 },
      [
        'Invalid value of "1" provided for the qty_1_means_any field. Allowed: null for customers and customer groups, because only websites have this setting.',
      ],
    ]),
    [
      'cannot set tax on a group',
      { ...GROUP, pricesIncludeTax: 0 },
      [
        'Invalid value of "0" provided for the prices_include_tax field. Allowed: null for customers and customer groups, because only websites have this setting.',
      ],
    ],
    [
      'cannot set tax on a customer',
      { ...CUSTOMER, pricesIncludeTax: 1 },
      [
        'Invalid value of "1" provided for the prices_include_tax field. Allowed: null for customers and customer groups, because only websites have this setting.',
      ],
    ],
  ])('%s', (_, next, expected) => {
    expect(messagesOf(priceSettingsFaults(next))).toEqual(expected);
  });

  it('write their website to the change log', () => {
    expect(priceSettingsScopes(undefined, GROUP)).toEqual([change('settings', 1)]);
    expect(priceSettingsScopes(GROUP, undefined)).toEqual([change('settings', 1)]);
    expect(priceSettingsScopes(WEBSITE, WEBSITE)).toEqual([change('settings', 1)]);
  });
});
