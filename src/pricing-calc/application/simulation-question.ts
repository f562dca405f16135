import { InputRefused, ONE, withCommas } from '../../../libs/kernel/index.js';
import { InputField, IntField, ObjectsField, STRING_MAX, StringField } from '../../../libs/records/index.js';
import type { LineQuestion } from '../domain/line-answers.js';
import { CHANGES_MAX, type Op, OPS, type ProposedChange } from '../domain/simulation.js';
import { goodLines, MultiPriceQuestion, SKU, requestedLines } from './price-questions.js';

const INT_MAX = 2_147_483_647;

class SimulatedChange implements ProposedChange {
  @StringField({
    about: 'Resource type to change, such as customerPrice. Its routes must be under `/V1/pricing` or `/V1/commerce`.',
    required: true,
    maxLength: STRING_MAX,
    example: 'customerPrice',
  })
  readonly resource!: string;

  @StringField({
    about: 'Operation to simulate on the record: add, change or remove',
    required: true,
    words: OPS,
    example: 'change',
  })
  readonly op!: Op;

  @IntField({
    about:
      'ID of the record to change or remove. For an added record, null or a negative number that later changes can refer to.',
    nullable: true,
    min: -INT_MAX,
    example: 17,
  })
  readonly id!: number | null;

  @InputField({
    about: 'Record fields as in POST and PUT, without the wrapper key; required for `add` and `change`',
    nullable: true,
    example: { value: 4.2 },
  })
  readonly record!: Readonly<Record<string, unknown>> | null;
}

/** The body of a quote in either form, with the changes. */
export class SimulationQuestion extends MultiPriceQuestion {
  @StringField({
    ...SKU,
    about: 'SKU to price with the quantity `qty`; alternative to `items` and `skus`',
    required: false,
    nullable: true,
    alternativeTo: 'items',
  })
  readonly sku!: string | null;

  @ObjectsField(SimulatedChange, {
    about: `Changes to simulate, applied in this order; at most ${withCommas(CHANGES_MAX)}. Nothing is stored.`,
    required: true,
    most: Infinity,
  })
  readonly changes!: readonly SimulatedChange[];
}

/** The requested lines of either form (pricing.md §4). */
export const simulatedLines = (asked: SimulationQuestion, maxItems: number): readonly LineQuestion[] => {
  const { sku, qty, items, skus } = asked;
  if (sku === null) return goodLines(asked, requestedLines(asked, maxItems));
  const other = items !== null ? 'items' : skus !== null ? 'skus' : undefined;
  if (other !== undefined)
    throw InputRefused.sentence('"%first" and "%second" cannot be sent together. Send only one of them.', {
      first: 'sku',
      second: other,
    });
  return [{ sku, qty: qty ?? ONE }];
};
