import { jsonNumber } from '../../../libs/kernel/index.js';
import type { Resource } from '../../../libs/records/index.js';
import { StreamedList, StreamedObject, type OperationContext } from '../../../libs/operations/index.js';
import type { LineQuestion } from '../domain/line-answers.js';
import type { Outcome, Simulation } from './simulate-prices.js';
import type { SimulatedIds } from '../domain/simulation.js';
import { errorAnswer, lineOrError } from './quote-answer.js';

interface Named {
  readonly record_type: string | null;
  readonly record_id: number | null;
  readonly parent_id: number | null;
}

interface Answered {
  readonly product_id?: number;
  readonly applied?: Named;
}

/** The parent of a row (list or category) is the first reference of its resource. */
const parentOf = (resource: Resource | undefined): string | undefined =>
  resource?.fields.find(({ reference }) => reference)?.reference?.resource;

type Tell = OperationContext['tell'];
type NamedResource = (resource: string) => Resource | undefined;

/** Replaces ids of records that exist only in the simulation by the placeholder that was sent, or null. */
const withoutTriedId = (record: Named, ids: SimulatedIds, named: NamedResource): Named => {
  const { record_type, record_id, parent_id } = record;
  if (record_type === null) return record;
  const parent = parentOf(named(record_type));
  return {
    ...record,
    record_id: record_id === null ? null : ids.returnedId(record_type, record_id),
    parent_id: parent_id === null || parent === undefined ? parent_id : ids.returnedId(parent, parent_id),
  };
};

const withoutTriedIds = (line: object, ids: SimulatedIds, named: NamedResource): object => {
  if (line instanceof StreamedObject) {
    const { candidates, ...rest } = line.members;
    if (!(candidates instanceof StreamedList)) throw new Error('an explained line without its explanation');
    const withoutIds = function* (): Generator<Named, void> {
      for (const one of candidates.elements()) yield withoutTriedId(one as Named, ids, named);
    };
    const members = { ...withoutTriedIds(rest, ids, named), candidates: new StreamedList(withoutIds) };
    return new StreamedObject(members);
  }
  const { product_id, applied } = line as Answered;
  return {
    ...line,
    ...(product_id === undefined ? {} : { product_id: ids.returnedId('product', product_id) }),
    ...(applied ? { applied: withoutTriedId(applied, ids, named) } : {}),
  };
};

const side = (outcome: Outcome, index: number, question: LineQuestion, tell: Tell): object => {
  if (outcome instanceof Error) return errorAnswer({ question, refusal: outcome }, tell);
  const line = outcome.lines[index];
  if (!line) throw new Error('a quote with fewer lines than were asked for');
  return lineOrError(outcome, line, 'merchant', tell);
};

const isStreamed = (...sides: readonly object[]): boolean => sides.some((one) => one instanceof StreamedObject);

/** Each line before and after the changes, in request order. */
export const simulationAnswer = (
  { before, after, ids }: Simulation,
  lines: readonly LineQuestion[],
  named: NamedResource,
  tell: Tell,
): object => {
  const items = lines.map((question, index) => {
    const item = {
      sku: question.sku,
      qty: jsonNumber(question.qty),
      before: side(before, index, question, tell),
      after: withoutTriedIds(side(after, index, question, tell), ids, named),
    };
    return isStreamed(item.before, item.after) ? new StreamedObject(item) : item;
  });
  return isStreamed(...items) ? new StreamedObject({ items: new StreamedList(() => items) }) : { items };
};
