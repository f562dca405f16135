import {
  answers,
  type Need,
  needs,
  type OperationContext,
  type StoreView,
  type Caller,
  type Operation,
  operation,
  takes,
} from '../../../libs/operations/index.js';
import type { Day } from '../../../libs/kernel/index.js';
import {
  type Explain,
  FinalPriceQuestion,
  MultiPriceQuestion,
  MyFinalPriceQuestion,
  REFUSED_ON_ME,
  MyMultiPriceQuestion,
  ContextFinalPriceQuestion,
  REFUSED_ON_CONTEXT,
  ContextMultiPriceQuestion,
  goodLines,
  requestedLines,
  Strictness,
} from './price-questions.js';
import { type At, QuotePrices } from './quote-prices.js';
import type { BuyerQuestion } from '../domain/buyer-question.js';
import { isQuestion, type LineQuestion, type RequestedLine, type UnpricedLine } from '../domain/line-answers.js';
import { BuyerFinalPrice, BuyerMultiPrice, FinalPrice, MultiPrice } from './price-answers.js';
import { PricingCalcSettings } from '../settings.js';
import type { Audience } from './line-members.js';
import { finalPriceAnswer, finalPriceBytes, multiPriceAnswer, multiPriceBytes } from './quote-answer.js';
export const CALCULATE = needs.right('_Pricing::calculate');
export const MANAGE = needs.right('_Pricing::manage');
export const TAG = 'Calculated prices';
export const CALCULATED_PRICE = 'pricingCalculatedPriceV1';

interface AsOf {
  readonly minVersion: number | null;
  readonly date: Day | null;
  readonly explain: Explain;
}

export const asOf = ({ minVersion, date, explain }: AsOf): At => ({
  date,
  explain: explain === 'selected' ? explain : explain === '1',
  minVersion,
});

type BuyerOfIntegration = Pick<BuyerQuestion, 'customerId' | 'customerGroupId' | 'storeId' | 'websiteId' | 'currency'>;

export const byIntegration = (
  { customerId, customerGroupId, storeId, websiteId, currency }: BuyerOfIntegration,
  path: StoreView | undefined,
): BuyerQuestion => ({ asker: 'integration', customerId, customerGroupId, storeId, websiteId, currency, path });

interface AskedBody {
  readonly explain?: unknown;
  readonly items?: unknown;
  readonly skus?: unknown;
}

const lengthOf = (list: unknown): number => (Array.isArray(list) ? list.length : 0);

/** With more explained lines a request counts as a heavy call (wire.md §8). */
const EXPLAINED_LINES = 10;

/** True if a body requests a large explanation. Decided before the body is validated. */
const isLargeExplanation: (body: unknown) => boolean = (body) => {
  if (typeof body !== 'object' || body === null) return false;
  const { explain, items, skus } = body as AskedBody;
  return String(explain) === '1' && Math.max(lengthOf(items), lengthOf(skus)) > EXPLAINED_LINES;
};

interface FreshPrices {
  readonly minVersion: number | null;
}

const now = ({ minVersion }: FreshPrices, caller: Caller | undefined): At => ({
  date: null,
  explain: false,
  minVersion,
  proved: caller?.asOf,
});

const NOBODY_NAMED = { customerId: null, customerGroupId: null, storeId: null, websiteId: null } as const;

/** The buyer, the date and version, and the level of detail of the response. */
interface Asked {
  readonly buyer: BuyerQuestion;
  readonly at: At;
  readonly audience: Audience;
}

type Context<N extends Need> = Pick<OperationContext<N>, 'caller' | 'namedStore' | 'storeView'>;

const ofIntegration = (
  question: BuyerOfIntegration & AsOf,
  { caller, namedStore }: Context<typeof CALCULATE>,
): Asked => ({
  buyer: byIntegration(question, namedStore),
  at: { ...asOf(question), proved: caller.asOf },
  audience: 'merchant',
});

const ofCustomer = (
  question: FreshPrices & Pick<BuyerQuestion, 'currency'>,
  { caller, namedStore: path }: Context<typeof needs.customer>,
): Asked => ({
  buyer: { ...NOBODY_NAMED, asker: 'customer', customerId: caller.id, currency: question.currency, path },
  at: now(question, caller),
  audience: 'buyer',
});

const ofStorefront = async (question: FreshPrices, context: Context<typeof needs.storefront>): Promise<Asked> => {
  const { caller } = context;
  const [customerId, path] = [caller?.id ?? null, await context.storeView()];
  const buyer: BuyerQuestion = { ...NOBODY_NAMED, asker: 'storefront', customerId, currency: null, path };
  return { buyer, at: now(question, caller), audience: 'buyer' };
};

const asked = {
  service: CALCULATED_PRICE,
  effect: 'reads',
  errors: [404, 409],
  tag: TAG,
  by: [QuotePrices, PricingCalcSettings],
} as const;

/** Maximum number of lines that are written in one piece. */
const WRITTEN_MAX = 1000;

type Writing = Pick<OperationContext, 'json' | 'tell'>;

const finalPrice = async (
  prices: QuotePrices,
  question: LineQuestion,
  asking: Asked | Promise<Asked>,
  { json }: Writing,
) => {
  const { buyer, at, audience } = await asking;
  if (!json || at.explain !== false) return finalPriceAnswer(await prices.quote(buyer, [question], at), audience);
  return prices.respond({ body: question, buyer, lines: [question], at, form: { audience, json } }, finalPriceBytes);
};

/** The answered lines and the bad ones in the order of the request. */
const inOrder = <L>(lines: readonly RequestedLine[], answered: readonly L[]): readonly (L | UnpricedLine)[] => {
  if (lines.length === answered.length) return answered;
  const next = answered.values();
  return lines.flatMap((line) => (isQuestion(line) ? (next.next().value ?? []) : line));
};

const multiPrice = async (
  prices: QuotePrices,
  question: object,
  lines: readonly RequestedLine[],
  asking: Asked | Promise<Asked>,
  { json, tell }: Writing,
) => {
  const { buyer, at, audience } = await asking;
  const questions = lines.filter(isQuestion);
  const form = lines.length > WRITTEN_MAX || at.explain !== false ? undefined : json?.memberForm('items');
  if (!form) {
    const quote = await prices.quote(buyer, questions, at);
    return multiPriceAnswer({ ...quote, lines: inOrder(lines, quote.lines) }, audience, tell);
  }
  return prices.respond({ body: question, buyer, lines: questions, at, form: { audience, json: form } }, (quote) =>
    multiPriceBytes({ ...quote, questions: lines, lines: inOrder(lines, quote.lines) }, form, tell),
  );
};

const linesOf = (
  question: ContextMultiPriceQuestion,
  { strict }: Strictness,
  { PRICING_MAX_ITEMS }: PricingCalcSettings,
): readonly RequestedLine[] => {
  const lines = requestedLines(question, PRICING_MAX_ITEMS);
  return strict === 1 ? goodLines(question, lines) : lines;
};

const HOW = { how: takes.query(Strictness) };

const post = (path: string) => ({ verb: 'POST', path: `pricing/${path}` }) as const;

/** Final prices in three contexts: integration, customer, storefront (pricing.md §4). */
export const PRICE_OPERATIONS: readonly Operation[] = [
  operation({
    ...asked,
    name: 'getFinalPrice',
    summary: 'Calculate the final price of one SKU for any buyer',
    right: CALCULATE,
    rest: post('get-final-price'),
    input: { question: takes.fields(FinalPriceQuestion, { limit: 'question' }) },
    output: answers.fields(FinalPrice),
    run: ([prices], { question }, context) => finalPrice(prices, question, ofIntegration(question, context), context),
  }),
  operation({
    ...asked,
    name: 'getMultiPrice',
    summary: 'Calculate the final prices of several SKUs for any buyer',
    right: CALCULATE,
    heavy: isLargeExplanation,
    rest: post('get-multi-price'),
    input: { question: takes.fields(MultiPriceQuestion, { limit: 'question' }), ...HOW },
    output: answers.fields(MultiPrice),
    run: ([prices, settings], { question, how }, context) =>
      multiPrice(prices, question, linesOf(question, how, settings), ofIntegration(question, context), context),
  }),
  operation({
    ...asked,
    name: 'getMyFinalPrice',
    summary: 'Calculate the final price of one SKU for the signed-in customer',
    right: needs.customer,
    rest: post('me/get-final-price'),
    input: { question: takes.fields(MyFinalPriceQuestion, { refused: REFUSED_ON_ME, limit: 'question' }) },
    output: answers.fields(BuyerFinalPrice),
    run: ([prices], { question }, context) => finalPrice(prices, question, ofCustomer(question, context), context),
  }),
  operation({
    ...asked,
    name: 'getMyMultiPrice',
    summary: 'Calculate the final prices of several SKUs for the signed-in customer',
    right: needs.customer,
    rest: post('me/get-multi-price'),
    input: { question: takes.fields(MyMultiPriceQuestion, { refused: REFUSED_ON_ME, limit: 'question' }), ...HOW },
    output: answers.fields(BuyerMultiPrice),
    run: ([prices, settings], { question, how }, context) =>
      multiPrice(prices, question, linesOf(question, how, settings), ofCustomer(question, context), context),
  }),
  operation({
    ...asked,
    name: 'getContextFinalPrice',
    summary: 'Calculate the final price of one SKU for the signed-in customer or an anonymous buyer',
    right: needs.storefront,
    rest: post('context/get-final-price'),
    input: { question: takes.fields(ContextFinalPriceQuestion, { refused: REFUSED_ON_CONTEXT, limit: 'question' }) },
    output: answers.fields(BuyerFinalPrice),
    run: ([prices], { question }, context) => finalPrice(prices, question, ofStorefront(question, context), context),
  }),
  operation({
    ...asked,
    name: 'getContextMultiPrice',
    summary: 'Calculate the final prices of several SKUs for the signed-in customer or an anonymous buyer',
    right: needs.storefront,
    rest: post('context/get-multi-price'),
    input: {
      question: takes.fields(ContextMultiPriceQuestion, { refused: REFUSED_ON_CONTEXT, limit: 'question' }),
      ...HOW,
    },
    output: answers.fields(BuyerMultiPrice),
    run: ([prices, settings], { question, how }, context) =>
      multiPrice(prices, question, linesOf(question, how, settings), ofStorefront(question, context), context),
  }),
];
