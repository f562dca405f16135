import { CODES } from '../../../test/support/price-codes.js';
import { builtInSettings, type PriceCode, type SetPriceSettings } from '../../../libs/pricing/index.js';
import { type SetLevel, settingsFor } from './settings-levels.js';

const level = (websiteId: number, of: { group?: number; customer?: number }, settings: SetPriceSettings): SetLevel => ({
  websiteId,
  customerGroupId: of.group ?? null,
  customerId: of.customer ?? null,
  settings,
});

const BUYER = { websiteId: 2, groupId: 5, customerId: 9 };

/** All levels that set the field, the most specific first (pricing.md §3). */
const ORDER = [
  level(2, { customer: 9 }, { pricePrecision: 0 }),
  level(0, { customer: 9 }, { pricePrecision: 1 }),
  level(2, { group: 5 }, { pricePrecision: 2 }),
  level(0, { group: 5 }, { pricePrecision: 3 }),
  level(2, {}, { pricePrecision: 5 }),
  level(0, {}, { pricePrecision: 6 }),
];

describe('effective price settings', () => {
  it.each(ORDER.map((first, index) => [index, first] as const))(
    'use level %i before all less specific levels',
    (index, first) => {
      const levels = ORDER.slice(index).toReversed();
      expect(settingsFor(levels, BUYER, CODES).pricePrecision).toBe(first.settings.pricePrecision);
    },
  );

  it('are the defaults when no level sets them', () => {
    expect(settingsFor([], BUYER, CODES)).toEqual(builtInSettings(CODES));
  });

  it('are resolved field by field', () => {
    const found = settingsFor(
      [
        level(2, { customer: 9 }, { priceSelect: 'highest' }),
        level(0, { group: 5 }, { priceSelect: 'sort_order', mergePricelistQtys: 1 }),
        level(0, {}, { skipZeroPrice: 0, mergePricelistQtys: 0 }),
      ],
      BUYER,
      CODES,
    );
    expect(found).toEqual({
      ...builtInSettings(CODES),
      priceSelect: 'highest',
      mergePricelistQtys: 1,
      skipZeroPrice: 0,
    });
  });

  it.each([
    ['another website', level(3, {}, { pricePrecision: 0 })],
    ['another group', level(2, { group: 6 }, { pricePrecision: 0 })],
    ['group 0', level(2, { group: 0 }, { pricePrecision: 0 })],
    ['another customer', level(2, { customer: 8 }, { pricePrecision: 0 })],
    ['the group on another website', level(3, { group: 5 }, { pricePrecision: 0 })],
  ])('ignore %s', (_, other) => {
    expect(settingsFor([other], BUYER, CODES)).toEqual(builtInSettings(CODES));
  });

  it('ignore customer settings for anonymous callers', () => {
    const anonymous = { websiteId: 2, groupId: 0, customerId: null };
    const levels = [level(2, { customer: 9 }, { pricePrecision: 0 }), level(2, { group: 0 }, { pricePrecision: 1 })];
    expect(settingsFor(levels, anonymous, CODES).pricePrecision).toBe(1);
  });

  it('append missing codes to a sort order', () => {
    const priceSortOrder: readonly PriceCode[] = ['orig_price', 'tier_price'];
    expect(settingsFor([level(0, {}, { priceSortOrder })], BUYER, CODES).priceSortOrder).toEqual([
      'orig_price',
      'tier_price',
      'customer_price',
      'product_customer_matrix',
      'pricelist',
      'categoryprice',
      'special_price',
      'base_pricelist',
    ]);
  });
});
