import { ALL_ROOMS } from '../../../test/support/rooms.js';
import { aBuyer, aLine, aProduct, aRow } from '../../../test/support/pricing.js';
import { PriceSource } from '../../../libs/pricing/index.js';
import { NoSuchEntity } from '../../../libs/kernel/index.js';
import { jsonPieces } from '../../../libs/web/index.js';
import { StreamedObject } from '../../../libs/operations/index.js';
import { evaluateProductPrices } from '../domain/evaluate-product-prices.js';
import { explain } from '../domain/explain.js';
import { figuresOf } from '../domain/figures.js';
import { exampleObject, objectSchema } from '../../../libs/openapi/field-schema.js';
import { NamedSchemas } from '../../../libs/openapi/json.js';
import { fieldsOf } from '../../../libs/records/index.js';
import { schemaFaults } from '../../../test/support/schema-faults.js';
import { fewTiers } from '../../../test/support/tiers.js';
import { priceLine, stepOf } from '../domain/price-line.js';
import type { Quote } from './quote-prices.js';
import type { PricedLine } from '../domain/line-answers.js';
import { BuyerFinalPrice, BuyerMultiPrice, FinalPrice, MultiPrice } from './price-answers.js';
import type { Audience } from './line-members.js';
import { lineAnswer, multiPriceAnswer } from './quote-answer.js';

class Product extends PriceSource {
  readonly codes = ['tier_price'] as const;
  load = () => Promise.resolve(new Map<number, unknown>());
  periods = () => [];
  evaluate: PriceSource['evaluate'] = (_, line, buyer, bases) =>
    evaluateProductPrices([aRow({ qty: 5, value: 8, recordType: 'productTierPrice' })], line, buyer, bases);
}

const quoteOf = (
  qty: number,
  explained: boolean,
): Quote & { readonly lines: readonly [PricedLine, Quote['lines'][0]] } => {
  const buyer = aBuyer();
  const line = aLine(qty, aProduct({ price: 10, special: 9 }));
  const loaded = [{ source: new Product(), rows: new Map() }];
  const priced = priceLine(loaded, line, buyer);
  if (!priced.selected) throw new Error('no price');
  const question = { sku: 'A1', qty: line.qty };
  const pricedLine: PricedLine = {
    question,
    product: line.product,
    selected: priced.selected,
    figures: figuresOf(priced.selected.taken.price, line.qty, priced.evaluations, buyer),
    step: stepOf(priced, line),
    tiers: fewTiers(loaded, line, buyer, priced),
    explained: explained ? () => explain(priced, buyer) : undefined,
  };
  return { buyer, version: 3, lines: [pricedLine, { question, refusal: new NoSuchEntity('sku', 'A1') }] };
};

const tell = (refusal: unknown): object => ({ message: String(refusal), parameters: {} });

/** The response as serialized. */
const written = (answer: object): unknown =>
  answer instanceof StreamedObject ? JSON.parse(Buffer.concat([...jsonPieces(answer)]).toString()) : answer;

const ANSWERS = { merchant: [FinalPrice, MultiPrice], buyer: [BuyerFinalPrice, BuyerMultiPrice] } as const;

const faults = (of: new () => object, answer: object) => {
  const named = new NamedSchemas('iso');
  const schema = objectSchema(ALL_ROOMS.words.in(fieldsOf(of)), 'answer', named);
  // A refusal has the form of any error.
  return schemaFaults(schema, written(answer), ({ $ref = '' }) => named.all.get($ref.split('/').at(-1) ?? '') ?? {});
};

describe.each<Audience>(['merchant', 'buyer'])('the declared response for a %s', (audience) => {
  const [one, several] = ANSWERS[audience];

  it.each([
    [1, false],
    [5, false],
    [5, true],
  ])('matches the response for quantity %i, explained: %s', (qty, explained) => {
    if (explained && audience === 'buyer') return;
    const quote = quoteOf(qty, explained);
    expect(faults(one, lineAnswer(quote, quote.lines[0], audience))).toEqual([]);
    expect(faults(several, multiPriceAnswer(quote, audience, tell))).toEqual([]);
  });

  it('matches its example', () => {
    for (const each of [one, several])
      expect(faults(each, exampleObject(ALL_ROOMS.words.in(fieldsOf(each)), 'answer'))).toEqual([]);
  });
});

it('a response to a buyer contains nothing of the record behind a price', () => {
  const quote = quoteOf(5, false);
  const answer = lineAnswer(quote, quote.lines[0], 'buyer') as { readonly applied: object };
  expect(Object.keys(answer.applied)).toEqual(['price_code', 'qty', 'from_date', 'to_date']);
});
