import { asByteText, ByteWriter } from '../../../libs/kernel/index.js';
import {
  type JsonForm,
  JsonBytes,
  StreamedList,
  StreamedObject,
  type OperationContext,
} from '../../../libs/operations/index.js';
import type { Buyer } from '../../../libs/pricing/index.js';
import { amount, type Audience, membersOf } from './line-members.js';
import type { RenderedQuote, Quote } from './quote-prices.js';
import { isPriced, isQuestion, type PricedLine, type UnpricedLine } from '../domain/line-answers.js';
import type { Explained } from '../domain/explain.js';

type Tell = OperationContext['tell'];

const explainedOf = ({ code, verdict, selected, reason }: Explained, { baseCurrency }: Buyer): object => {
  const { price, arithmetic } = verdict.account();
  const { currency, fromDate, toDate, priority } = verdict.terms();
  const { row } = verdict;
  return {
    price_code: code,
    record_type: row && row.recordType,
    record_id: row && row.id,
    parent_id: row && row.parentId,
    name: row && row.name,
    website_id: row && row.websiteId,
    priority,
    qty: amount(row && row.qty),
    from_date: fromDate,
    to_date: toDate,
    currency: currency ?? baseCurrency,
    price_application_type: row && row.applicationType,
    value: amount(row && row.value),
    price: amount(price),
    arithmetic,
    selected,
    reason,
  };
};

function* mapped<T, R>(values: Iterable<T>, of: (value: T) => R): Generator<R, void> {
  for (const value of values) yield of(value);
}

/** The response for one line (pricing.md §4). An explanation is calculated while it is written. */
export const lineAnswer = (quote: Quote, line: PricedLine, audience: Audience): object => {
  const { explained } = line;
  const members = membersOf(quote, line, audience);
  if (!explained) return members;
  return new StreamedObject(
    { ...members, candidates: new StreamedList(() => mapped(explained(), (one) => explainedOf(one, quote.buyer))) },
    line,
  );
};

/** The response for a line without a price among several lines. */
export const errorAnswer = ({ question, refusal }: UnpricedLine, tell: Tell): object => {
  const body: { readonly message?: string; readonly parameters?: object } | null = tell(refusal);
  return {
    sku: question.sku,
    qty: amount(question.qty),
    error: { message: body?.message, parameters: body?.parameters },
  };
};

/** The response of get-final-price. Throws the refusal of the line. */
export const finalPriceAnswer = (quote: Quote, audience: Audience): object => {
  const [line] = quote.lines;
  if (!line) throw new Error('a quote of no line');
  if (!isPriced(line)) throw line.refusal;
  return lineAnswer(quote, line, audience);
};

export const lineOrError = (quote: Quote, line: PricedLine | UnpricedLine, audience: Audience, tell: Tell): object =>
  isPriced(line) ? lineAnswer(quote, line, audience) : errorAnswer(line, tell);

const isExplained = (line: PricedLine | UnpricedLine): boolean => isPriced(line) && line.explained !== undefined;

/** The response of get-multi-price. */
export const multiPriceAnswer = (quote: Quote, audience: Audience, tell: Tell): object => {
  const items = (): Iterable<object> => mapped(quote.lines, (line) => lineOrError(quote, line, audience, tell));
  return quote.lines.some(isExplained)
    ? new StreamedObject({ items: new StreamedList(items) })
    : { items: [...items()] };
};

/** Estimated size of a line without candidates. */
const LINE_BYTES = 640;

/** The response of get-final-price for a line that is already JSON. Throws the refusal of the line. */
export const finalPriceBytes = ({ lines: [line], questions: [question], filling }: RenderedQuote): JsonBytes => {
  if (!line || !question || !isQuestion(question)) throw new Error('a quote of no line');
  if ('refusal' in line) throw line.refusal;
  const writer = new ByteWriter(LINE_BYTES);
  line.write(writer, question.qty, filling);
  return new JsonBytes(writer.written);
};

/** The response of get-multi-price for lines that are already JSON. */
export const multiPriceBytes = (
  { lines, questions, filling }: RenderedQuote,
  form: JsonForm,
  tell: Tell,
): JsonBytes => {
  const writer = new ByteWriter(LINE_BYTES * lines.length);
  writer.write('{"items":[');
  for (const [index, question] of questions.entries()) {
    const line = lines[index];
    if (index > 0) writer.write(',');
    if (!line) throw new Error('a line without an answer');
    if ('refusal' in line) writer.write(asByteText(form.write(errorAnswer(line, tell))));
    else if (isQuestion(question)) line.write(writer, question.qty, filling);
  }
  writer.write(']}');
  return new JsonBytes(writer.written);
};
