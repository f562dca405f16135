import { aBuyer, aLine, aProduct, aRow } from '../../../test/support/pricing.js';
import { PriceSource } from '../../../libs/pricing/index.js';
import { NoSuchEntity } from '../../../libs/kernel/index.js';
import { jsonPieces } from '../../../libs/web/index.js';
import { StreamedObject } from '../../../libs/operations/index.js';
import { judgeProductPrices } from '../domain/judge-product-prices.js';
import { explain } from '../domain/explain.js';
import { figuresOf } from '../domain/figures.js';
import { fewTiers } from '../../../test/support/tiers.js';
import { priceLine } from '../domain/price-line.js';
import type { Quote } from './quote-prices.js';
import type { PricedLine } from '../domain/line-answers.js';
import { finalPriceSpec, multiPriceSpec } from './price-answers.js';
import { type Audience, lineAnswer, multiPriceAnswer } from './quote-answer.js';

interface Schema {
  readonly type: string;
  readonly nullable?: boolean;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
}

/** Where an answer and its schema differ. */
const differences = (schema: Schema | undefined, value: unknown, place = ''): string[] => {
  if (!schema) return [`${place} is not described`];
  if (value === null) return schema.nullable ? [] : [`${place} is null`];
  if (schema.type === 'array')
    return (value as unknown[]).flatMap((item, index) => differences(schema.items, item, `${place}[${index}]`));
  if (schema.type === 'object' && schema.properties) {
    const missing = (schema.required ?? []).filter((name) => !Object.hasOwn(value as object, name));
    return [
      ...missing.map((name) => `${place}.${name} is missing`),
      ...Object.entries(value as object).flatMap(([name, inner]) =>
        differences(schema.properties?.[name], inner, `${place}.${name}`),
      ),
    ];
  }
  const type = schema.type === 'integer' ? 'number' : schema.type;
  return typeof value === type ? [] : [`${place} is no ${schema.type}`];
};

class Product extends PriceSource {
  readonly codes = ['tier_price'] as const;
  load = () => Promise.resolve(new Map<number, unknown>());
  periods = () => [];
  judge: PriceSource['judge'] = (_, line, buyer, bases) =>
    judgeProductPrices([aRow({ qty: 5, value: 8, recordType: 'productTierPrice' })], line, buyer, bases);
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
  const told: PricedLine = {
    question,
    product: line.product,
    selected: priced.selected,
    figures: figuresOf(priced.selected.taken.price, line.qty, priced.judgements, buyer),
    tiers: fewTiers(loaded, line, buyer, priced),
    explained: explained ? () => explain(priced, buyer) : undefined,
  };
  return { buyer, version: 3, lines: [told, { question, refusal: new NoSuchEntity('sku', 'A1') }] };
};

const tell = (refusal: unknown): object => ({ message: String(refusal), parameters: {} });

/** As it is written. */
const written = (answer: object): unknown =>
  answer instanceof StreamedObject ? JSON.parse(Buffer.concat([...jsonPieces(answer)]).toString()) : answer;

const schemaOf = (spec: unknown): Schema => (spec as { schema: Schema }).schema;
const exampleOf = (spec: unknown): unknown => (spec as { example: unknown }).example;

describe.each<Audience>(['merchant', 'buyer'])('what the document says a %s is answered', (audience) => {
  it.each([
    [1, false],
    [5, false],
    [5, true],
  ])('is what is answered, for %i pieces, explained: %s', (qty, explained) => {
    if (explained && audience === 'buyer') return;
    const quote = quoteOf(qty, explained);
    expect(
      differences(schemaOf(finalPriceSpec(audience)), written(lineAnswer(quote, quote.lines[0], audience))),
    ).toEqual([]);
    expect(differences(schemaOf(multiPriceSpec(audience)), written(multiPriceAnswer(quote, audience, tell)))).toEqual(
      [],
    );
  });

  it('is what its example shows', () => {
    for (const spec of [finalPriceSpec(audience), multiPriceSpec(audience)])
      expect(differences(schemaOf(spec), exampleOf(spec))).toEqual([]);
  });
});

it('a buyer is told nothing of the record behind a price', () => {
  const quote = quoteOf(5, false);
  const answer = lineAnswer(quote, quote.lines[0], 'buyer') as { readonly applied: object };
  expect(Object.keys(answer.applied)).toEqual(['price_code', 'qty', 'from_date', 'to_date']);
});
