import { PRICE_CODES, REASONS } from '../../../libs/pricing/index.js';
import { type AnswerSpec, answers } from '../../../libs/operations/index.js';
import type { Audience } from './quote-answer.js';

/* What the six routes answer, for the OpenAPI document; a test holds it against real answers. */

const number = { type: 'number' } as const;
const int = { type: 'integer' } as const;
const text = { type: 'string' } as const;
const orNull = (schema: object) => ({ ...schema, nullable: true });
const day = orNull({ type: 'string', format: 'date' });
const code = { type: 'string', enum: PRICE_CODES } as const;
const list = (items: object) => ({ type: 'array', items });
const object = (properties: Readonly<Record<string, object>>, optional: readonly string[] = []) => ({
  type: 'object',
  properties,
  required: Object.keys(properties).filter((name) => !optional.includes(name)),
});

const APPLIED: Readonly<Record<Audience, object>> = {
  merchant: object({
    price_code: code,
    record_type: orNull(text),
    record_id: orNull(int),
    parent_id: orNull(int),
    name: orNull(text),
    qty: orNull(number),
    price_application_type: orNull(int),
    value: orNull(number),
    from_date: day,
    to_date: day,
  }),
  buyer: object({ price_code: code, qty: orNull(number), from_date: day, to_date: day }),
};

const CANDIDATES = list(
  object({
    price_code: code,
    record_type: orNull(text),
    record_id: orNull(int),
    parent_id: orNull(int),
    price: orNull(number),
    arithmetic: orNull(text),
    selected: { type: 'boolean' },
    reason: { type: 'string', nullable: true, enum: [...REASONS, null] },
  }),
);

const priceFields = (audience: Audience): Readonly<Record<string, object>> => ({
  sku: text,
  product_id: int,
  qty: number,
  customer_id: orNull(int),
  customer_group_id: int,
  website_id: int,
  currency: { type: 'string', description: 'ISO 4217' },
  original_price: orNull(number),
  final_price: { ...number, description: "unit_price at the currency's digits" },
  unit_price: { ...number, description: 'at price_precision' },
  row_total: { ...number, description: "unit_price * qty at the currency's digits" },
  price_code: code,
  applied: APPLIED[audience],
  discount_amount: orNull(number),
  discount_percent: orNull(number),
  special_price: orNull(number),
  tiers: list(object({ qty: number, unit_price: number, final_price: number, price_code: code })),
  prices_include_tax: { type: 'integer', enum: [0, 1] },
  pricing_version: { ...int, description: 'of the prices that the whole answer is true of' },
  ...(audience === 'merchant' ? { candidates: CANDIDATES } : {}),
});

const ERROR = object({ message: text, parameters: { type: 'object' } });

const example = (audience: Audience) => ({
  sku: 'A1',
  product_id: 17,
  qty: 5,
  customer_id: 42,
  customer_group_id: 1,
  website_id: 1,
  currency: 'GBP',
  original_price: 4.95,
  final_price: 4.46,
  unit_price: 4.455,
  row_total: 22.28,
  price_code: 'customer_price',
  applied:
    audience === 'buyer'
      ? { price_code: 'customer_price', qty: 5, from_date: null, to_date: '2026-12-31' }
      : {
          price_code: 'customer_price',
          record_type: 'customerPrice',
          record_id: 3,
          parent_id: null,
          name: null,
          qty: 5,
          price_application_type: 5,
          value: 10,
          from_date: null,
          to_date: '2026-12-31',
        },
  discount_amount: 0.495,
  discount_percent: 10,
  special_price: null,
  tiers: [
    { qty: 1, unit_price: 4.95, final_price: 4.95, price_code: 'orig_price' },
    { qty: 5, unit_price: 4.455, final_price: 4.46, price_code: 'customer_price' },
  ],
  prices_include_tax: 0,
  pricing_version: 17,
});

export const finalPriceSpec = (audience: Audience): AnswerSpec =>
  answers.schema(object(priceFields(audience), ['candidates']), example(audience));

/** One of several lines: a price, or why there is none. */
const lineSchema = (audience: Audience): object => {
  const fields = { ...priceFields(audience), error: ERROR };
  const optional = Object.keys(fields).filter((name) => name !== 'sku' && name !== 'qty');
  return object(fields, optional);
};

const errorExample = {
  sku: 'B2',
  qty: 1,
  error: {
    message: 'No such entity with %fieldName = %fieldValue',
    parameters: { fieldName: 'sku', fieldValue: 'B2' },
  },
};

export const multiPriceSpec = (audience: Audience): AnswerSpec =>
  answers.schema(object({ items: list(lineSchema(audience)) }), { items: [example(audience), errorExample] });

export const simulationSpec = (): AnswerSpec =>
  answers.schema(
    object({
      items: list(object({ sku: text, qty: number, before: lineSchema('merchant'), after: lineSchema('merchant') })),
    }),
    {
      items: [
        {
          sku: 'A1',
          qty: 5,
          before: example('merchant'),
          after: { ...example('merchant'), final_price: 4.2, unit_price: 4.2, row_total: 21 },
        },
      ],
    },
  );
