import { jsonNumber } from '../../../../libs/kernel/index.js';
import type { Resource } from '../../../../libs/records/index.js';
import type { LineQuestion } from '../../application/quote-prices.js';
import type { Outcome, Simulation } from '../../application/simulate-prices.js';
import type { TriedIds } from '../../domain/simulation.js';
import { errorAnswer, lineOrError } from './quote-answer.js';

interface Named {
  readonly record_type: string | null;
  readonly record_id: number | null;
  readonly parent_id: number | null;
}

interface Answered {
  readonly product_id?: number;
  readonly applied?: Named;
  readonly candidates?: readonly Named[];
}

/** The record that a row belongs to, list or category, is what its resource refers to first. */
const parentOf = (resource: Resource | undefined): string | undefined =>
  resource?.fields.find(({ reference }) => reference)?.reference?.resource;

/** Nobody will find a record that was only tried: of such a one no id is told but the caller's own stand-in. */
const withoutTriedIds = (line: object, ids: TriedIds, named: (resource: string) => Resource | undefined): object => {
  const { product_id, applied, candidates } = line as Answered;
  const told = (record: Named): Named => {
    const { record_type, record_id, parent_id } = record;
    if (record_type === null) return record;
    const parent = parentOf(named(record_type));
    return {
      ...record,
      record_id: record_id === null ? null : ids.told(record_type, record_id),
      parent_id: parent_id === null || parent === undefined ? parent_id : ids.told(parent, parent_id),
    };
  };
  return {
    ...line,
    ...(product_id === undefined ? {} : { product_id: ids.told('product', product_id) }),
    ...(applied ? { applied: told(applied) } : {}),
    ...(candidates ? { candidates: candidates.map(told) } : {}),
  };
};

const side = (outcome: Outcome, index: number, question: LineQuestion): object => {
  if (outcome instanceof Error) return errorAnswer({ question, refusal: outcome });
  const line = outcome.lines[index];
  if (!line) throw new Error('a quote with fewer lines than were asked for');
  return lineOrError(outcome, line, 'merchant');
};

/** Each line before and after (pricing.md §7), in the order asked. */
export const simulationAnswer = (
  { before, after, ids }: Simulation,
  lines: readonly LineQuestion[],
  named: (resource: string) => Resource | undefined,
): object => ({
  items: lines.map((question, index) => ({
    sku: question.sku,
    qty: jsonNumber(question.qty),
    before: side(before, index, question),
    after: withoutTriedIds(side(after, index, question), ids, named),
  })),
});
