import { CODES } from '../../test/support/price-codes.js';
import { builtInSettings, type SetPriceSettings, settingsInForce } from './settings.js';

const inForce = (levels: readonly SetPriceSettings[]) => settingsInForce(levels, CODES);

describe('settings in force', () => {
  it('are the built-in ones if nothing is set', () => {
    expect(inForce([])).toEqual(builtInSettings(CODES));
    expect(builtInSettings(CODES)).toMatchObject({
      priceSelect: 'lowest',
      priceSortOrder: [
        'customer_price',
        'product_customer_matrix',
        'pricelist',
        'categoryprice',
        'special_price',
        'tier_price',
        'base_pricelist',
        'orig_price',
      ],
      individualPricesAreFinal: 0,
      skipZeroPrice: 1,
      mergePricelistQtys: 0,
      mergeMatrixQtys: 0,
      categorypriceSelect: 'priority',
      pricePrecision: 4,
      pricesIncludeTax: 0,
    });
  });

  it('come field by field from the first level that sets them', () => {
    const levels = [
      { priceSelect: 'highest' as const },
      { priceSelect: 'lowest' as const, skipZeroPrice: 0 as const },
      { skipZeroPrice: 1 as const, pricePrecision: 2 },
    ];
    expect(inForce(levels)).toMatchObject({ priceSelect: 'highest', skipZeroPrice: 0, pricePrecision: 2 });
  });

  it('treat 0 as set and undefined as not set', () => {
    expect(inForce([{ individualPricesAreFinal: 0 }, { individualPricesAreFinal: 1 }])).toMatchObject({
      individualPricesAreFinal: 0,
    });
    expect(inForce([{ individualPricesAreFinal: undefined }, { individualPricesAreFinal: 1 }])).toMatchObject({
      individualPricesAreFinal: 1,
    });
  });

  it('complete a partial sort order in the built-in order', () => {
    expect(inForce([{ priceSortOrder: ['orig_price', 'pricelist'] }]).priceSortOrder).toEqual([
      'orig_price',
      'pricelist',
      ...CODES.all.filter((code) => code !== 'orig_price' && code !== 'pricelist'),
    ]);
  });
});
