import {
  calculationOf,
  type PictureCandidate,
  type PictureLook,
  type PriceFacts,
  pricePicture,
  ticksOf,
} from './price-picture.js';

const LOOK: PictureLook = {
  width: 800,
  scheme: 'light',
  format: (decimal) => Number(decimal).toFixed(2),
  words: {
    label: 'How the price is calculated',
    bases: { cost: 'Cost' },
    unitPrice: 'Unit price',
    total: (qty) => `Total × ${qty}`,
    more: (count) => `${count} more`,
    withoutPrice: 'no price',
  },
};

const candidate = (more: Partial<PictureCandidate>): PictureCandidate => ({
  name: 'List price',
  detail: '',
  price: '8.5',
  arithmetic: '8.5',
  selected: false,
  reason: 'another price wins',
  ...more,
});

const facts = (...candidates: readonly PictureCandidate[]): PriceFacts => ({
  currency: 'GBP',
  qty: '2',
  unitPrice: '22',
  rowTotal: '44',
  candidates,
});

const textsOf = (svg: string): readonly string[] =>
  [...svg.matchAll(/<text[^>]*>([^<]*)</g)].map(([, text = '']) => text);

describe('the calculation of a price', () => {
  it.each([
    ['cost 20 * (1 + 10/100) = 22', { base: 'cost', amount: '20', step: '+ 10 %', result: '22' }],
    ['price 8.5 * (1 - 10/100) = 7.65', { base: 'price', amount: '8.5', step: '− 10 %', result: '7.65' }],
    ['msrp 20 + 1.5 = 21.5', { base: 'msrp', amount: '20', step: '+ 1.5', result: '21.5' }],
    ['price 8.5 - 9 = -0.5, raised to 0', { base: 'price', amount: '8.5', step: '− 9', result: '0' }],
  ])('is parsed from "%s"', (arithmetic, expected) => {
    expect(calculationOf(arithmetic)).toEqual(expected);
  });

  it('is undefined for a fixed price and for a row without a price', () => {
    expect([calculationOf('7.65'), calculationOf(null)]).toEqual([undefined, undefined]);
  });
});

describe('the axis', () => {
  it.each([
    [8.5, 4, [0, 2.5, 5, 7.5, 10]],
    [10, 4, [0, 2.5, 5, 7.5, 10]],
    [0, 4, [0, 0.25, 0.5, 0.75, 1]],
    [1234, 3, [0, 500, 1000, 1500]],
  ])('up to %d has round steps from zero', (highest, count, ticks) => {
    expect(ticksOf(highest, count)).toEqual(ticks);
  });
});

describe('the picture of a price', () => {
  it('shows base, step, unit price and total, then the selected price before the others', () => {
    const svg = pricePicture(
      facts(
        candidate({}),
        candidate({
          name: 'Customer price',
          price: '22',
          arithmetic: 'cost 20 * (1 + 10/100) = 22',
          selected: true,
          reason: null,
        }),
      ),
      LOOK,
    );
    const texts = textsOf(svg);
    expect(texts.slice(0, 8)).toEqual([
      'Cost',
      '20.00 GBP',
      'Customer price',
      '+ 10 %',
      'Unit price',
      '22.00 GBP',
      'Total × 2',
      '44.00 GBP',
    ]);
    expect(texts.indexOf('20.00 + 10 % = 22.00')).toBeGreaterThan(0);
    expect(texts.indexOf('20.00 + 10 % = 22.00')).toBeLessThan(texts.indexOf('8.50 · another price wins'));
  });

  it('escapes the names of records', () => {
    const svg = pricePicture(facts(candidate({ detail: '<script>"&', selected: true, reason: null })), LOOK);
    expect(svg).toContain('&lt;script&gt;&quot;&amp;');
    expect(svg).not.toContain('<script');
  });

  it('shows at most twelve lanes and the number of further ones', () => {
    const many = Array.from({ length: 500 }, (_, index) => candidate({ name: `Row ${index}` }));
    const texts = textsOf(pricePicture(facts(...many), LOOK));
    expect(texts.filter((text) => text.startsWith('Row '))).toHaveLength(12 + 0);
    expect(texts).toContain('488 more');
  });

  it.each([320, 390, 559, 560, 1200])('stays within %d pixels', (width) => {
    const svg = pricePicture(
      facts(
        candidate({
          name: 'A source with a very long name that goes on',
          detail: 'x'.repeat(200),
          selected: true,
          reason: null,
        }),
        candidate({ price: null, arithmetic: null }),
      ),
      { ...LOOK, width },
    );
    expect(svg).toContain(`width="${width}"`);
    for (const [, x = '0', w = '0'] of svg.matchAll(/<rect x="([\d.]+)" y="[\d.]+" width="([\d.]+)"/g))
      expect(Number(x) + Number(w)).toBeLessThanOrEqual(width);
  });

  it('has no style attribute, which the content security policy forbids', () => {
    expect(
      pricePicture(facts(candidate({ selected: true, reason: null })), { ...LOOK, background: '#fff' }),
    ).not.toContain('style');
  });
});
