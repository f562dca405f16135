import { Decimal } from '../../../libs/kernel/index.js';
import { PriceSource } from '../../../libs/pricing/index.js';
import { aBuyer, aLine, aProduct, aRow } from '../../../test/support/pricing.js';
import { evaluateProductPrices } from './evaluate-product-prices.js';
import { isPriced, LineAnswers, type LineQuestion } from './line-answers.js';

/** Product prices with one tier; counts the calls. */
class Counted extends PriceSource {
  readonly codes = ['tier_price', 'orig_price'] as const;
  evaluated = 0;
  load = () => Promise.resolve(new Map<number, unknown>());
  periods = () => [];
  evaluate: PriceSource['evaluate'] = (_, line, buyer, bases) => {
    this.evaluated += 1;
    return evaluateProductPrices([aRow({ qty: 5, value: 8, recordType: 'productTierPrice' })], line, buyer, bases);
  };
}

const { product, day } = aLine(1, aProduct({ price: 10 }));
const question = (qty: string): LineQuestion => ({ sku: 'A1', qty: new Decimal(qty) });
const world = (depth: boolean | 'selected' = false) => {
  const source = new Counted();
  const rest = () => Promise.reject(new Error('so little takes no rest'));
  const answers = new LineAnswers(aBuyer(), day, depth, rest);
  const of = (asked: LineQuestion) => {
    const known = answers.answer(asked, product, [{ source, rows: new Map() }]);
    if (known instanceof Promise) throw new Error('it is there at once');
    return known;
  };
  return { source, of };
};

describe('the lines of a question', () => {
  it('are priced once if they are equal, however their quantity is written', () => {
    const { source, of } = world();
    const first = of(question('5'));
    const evaluated = source.evaluated;
    expect(of(question('5.0')).answer).toBe(first.answer);
    expect(source.evaluated).toBe(evaluated);
    expect(of(question('6')).answer).not.toBe(first.answer);
  });

  it('share the tiers of their product, which do not depend on the quantity', () => {
    const { source, of } = world();
    const [one, more] = [of(question('1')).answer, of(question('50')).answer];
    if (!isPriced(one) || !isPriced(more)) throw new Error('both have a price');
    expect(more.tiers).toBe(one.tiers);
    expect(more.tiers.map(({ qty, unitPrice }) => `${qty.toFixed()}: ${unitPrice.toFixed()}`)).toEqual([
      '1: 10',
      '5: 8',
    ]);
    // One call for the line, one for each of the two steps other than the line's own, and one for the other line.
    expect(source.evaluated).toBe(3);
  });

  it('are explained on demand, with as many candidates as were counted', () => {
    const { source, of } = world(true);
    const { answer, candidates } = of(question('5'));
    const evaluated = source.evaluated;
    if (!isPriced(answer)) throw new Error('it has a price');
    const explained = answer.explained?.();
    expect(explained?.map(({ code, selected }) => [code, selected])).toEqual([
      ['tier_price', true],
      ['orig_price', false],
    ]);
    expect([candidates, source.evaluated]).toEqual([2, evaluated + 1]);
  });

  it('return only the selected candidate without another evaluation', () => {
    const { source, of } = world('selected');
    const { answer } = of(question('5'));
    const evaluated = source.evaluated;
    if (!isPriced(answer)) throw new Error('it has a price');
    expect(answer.explained?.()).toEqual([
      expect.objectContaining({ code: 'tier_price', selected: true, reason: null }),
    ]);
    expect(source.evaluated).toBe(evaluated);
  });
});
