import { day, Decimal } from '../../../libs/kernel/index.js';
import { amountsOn, pricedProduct } from './priced-product.js';
import type { Amounts, ProductRecord, WebsiteAmounts } from './product.js';

const money = (text: string) => new Decimal(text);
const NOTHING: Amounts = {
  price: null,
  specialPrice: null,
  specialFrom: null,
  specialTo: null,
  cost: null,
  msrp: null,
};

const GENERAL: Amounts = {
  price: money('10'),
  specialPrice: money('8'),
  specialFrom: day('2026-01-01'),
  specialTo: day('2026-01-31'),
  cost: money('5'),
  msrp: money('12'),
};

const product = (own: Partial<WebsiteAmounts> | undefined, general: Amounts = GENERAL): ProductRecord => ({
  id: 7,
  sku: 'A/1',
  name: 'Lantern',
  ...general,
  categoryIds: [3],
  attributes: { color: 'red' },
  websitePrices: own ? [{ ...NOTHING, websiteId: 2, ...own }] : [],
  isActive: 1,
});

const texts = ({ price, specialPrice, specialFrom, specialTo, cost, msrp }: Amounts) => [
  price?.toFixed() ?? null,
  specialPrice?.toFixed() ?? null,
  specialFrom,
  specialTo,
  cost?.toFixed() ?? null,
  msrp?.toFixed() ?? null,
];

describe('the amounts of a product on a website', () => {
  it.each<[string, Partial<WebsiteAmounts> | undefined, readonly (string | null)[]]>([
    [
      'are the general ones without a row of the website',
      undefined,
      ['10', '8', '2026-01-01', '2026-01-31', '5', '12'],
    ],
    ['are the general ones with a row of nulls', {}, ['10', '8', '2026-01-01', '2026-01-31', '5', '12']],
    [
      'combine the price of the website with the other general amounts',
      { price: money('9') },
      ['9', '8', '2026-01-01', '2026-01-31', '5', '12'],
    ],
    ['keep an amount of 0', { price: money('0'), cost: money('0') }, ['0', '8', '2026-01-01', '2026-01-31', '0', '12']],
    [
      'take cost and msrp from the website, each on its own',
      { cost: money('4'), msrp: money('13') },
      ['10', '8', '2026-01-01', '2026-01-31', '4', '13'],
    ],
    [
      'use the special price of the website with its own open dates',
      { specialPrice: money('7') },
      ['10', '7', null, null, '5', '12'],
    ],
    [
      'ignore special dates of a website without a special price',
      { specialFrom: day('2026-06-01'), specialTo: day('2026-06-30') },
      ['10', '8', '2026-01-01', '2026-01-31', '5', '12'],
    ],
    ['use a special price of 0', { specialPrice: money('0') }, ['10', '0', null, null, '5', '12']],
  ])('%s', (_, own, expected) => {
    expect(texts(amountsOn(product(own), 2))).toEqual(expected);
  });

  it('are the general ones on another website', () => {
    expect(texts(amountsOn(product({ price: money('9') }), 3))[0]).toBe('10');
  });

  it('are null when neither the website nor the product sets them', () => {
    expect(texts(amountsOn(product({}, NOTHING), 2))).toEqual([null, null, null, null, null, null]);
  });
});

describe('pricedProduct', () => {
  it('returns the product with the amounts of the website', () => {
    expect(pricedProduct(product({ price: money('9') }), 2)).toEqual({
      id: 7,
      sku: 'A/1',
      name: 'Lantern',
      ...GENERAL,
      price: money('9'),
      categoryIds: [3],
      attributes: { color: 'red' },
    });
  });
});
