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

describe('the amounts that hold on a website', () => {
  it.each<[string, Partial<WebsiteAmounts> | undefined, readonly (string | null)[]]>([
    ['no row of its own: the general ones', undefined, ['10', '8', '2026-01-01', '2026-01-31', '5', '12']],
    ['a row of nulls falls back whole', {}, ['10', '8', '2026-01-01', '2026-01-31', '5', '12']],
    ['its own price only', { price: money('9') }, ['9', '8', '2026-01-01', '2026-01-31', '5', '12']],
    ['its own 0 stays 0', { price: money('0'), cost: money('0') }, ['0', '8', '2026-01-01', '2026-01-31', '0', '12']],
    [
      'msrp falls back for itself',
      { cost: money('4'), msrp: money('13') },
      ['10', '8', '2026-01-01', '2026-01-31', '4', '13'],
    ],
    ['its special price brings its own, open dates', { specialPrice: money('7') }, ['10', '7', null, null, '5', '12']],
    [
      'dates without a special price of its own do not count',
      { specialFrom: day('2026-06-01'), specialTo: day('2026-06-30') },
      ['10', '8', '2026-01-01', '2026-01-31', '5', '12'],
    ],
    ['a special price of 0 is set', { specialPrice: money('0') }, ['10', '0', null, null, '5', '12']],
  ])('%s', (_, own, expected) => {
    expect(texts(amountsOn(product(own), 2))).toEqual(expected);
  });

  it('are the general ones on another website', () => {
    expect(texts(amountsOn(product({ price: money('9') }), 3))[0]).toBe('10');
  });

  it('stay not set where neither sets them', () => {
    expect(texts(amountsOn(product({}, NOTHING), 2))).toEqual([null, null, null, null, null, null]);
  });
});

describe('the facts of a quote', () => {
  it('are the product with the amounts of the website', () => {
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
