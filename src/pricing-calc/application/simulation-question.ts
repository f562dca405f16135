import { InputRefused, ONE } from '../../../libs/kernel/index.js';
import { InputField, IntField, ObjectsField, STRING_MAX, StringField } from '../../../libs/records/index.js';
import type { LineQuestion } from '../domain/line-answers.js';
import { CHANGES_MAX, type Op, OPS, type ProposedChange } from '../domain/simulation.js';
import { askedLines } from './asked-lines.js';
import { MultiPriceQuestion, SKU } from './price-questions.js';

const INT_MAX = 2_147_483_647;

export class SimulatedChange implements ProposedChange {
  @StringField({
    about: 'Wrapper of the resource: any with five verbs below /V1/pricing and /V1/commerce',
    required: true,
    maxLength: STRING_MAX,
    example: 'customerPrice',
  })
  readonly resource!: string;

  @StringField({ about: 'What is tried', required: true, words: OPS, example: 'change' })
  readonly op!: Op;

  @IntField({
    about:
      'The record that is changed or removed. Of an added one nothing, or a negative number of your own by which ' +
      'references in later changes name it',
    nullable: true,
    min: -INT_MAX,
    example: 17,
  })
  readonly id!: number | null;

  @InputField({
    about: 'Of `add` and `change`: the record as in POST and PUT, without its wrapper',
    nullable: true,
    example: { value: 4.2 },
  })
  readonly record!: Readonly<Record<string, unknown>> | null;
}

/** A quote's body, of either form, and what is tried out. */
export class SimulationQuestion extends MultiPriceQuestion {
  @StringField({
    ...SKU,
    about: 'One SKU, of the quantity `qty`; instead of `items` and `skus`',
    required: false,
    nullable: true,
  })
  readonly sku!: string | null;

  @ObjectsField(SimulatedChange, {
    about: `Tried one after the other, at most ${CHANGES_MAX}; nothing of it is written`,
    required: true,
    most: Infinity,
  })
  readonly changes!: readonly SimulatedChange[];
}

/** The lines of either body (pricing.md §4). */
export const simulatedLines = (asked: SimulationQuestion, maxItems: number): readonly LineQuestion[] => {
  const { sku, qty, items, skus } = asked;
  if (sku === null) return askedLines(asked, maxItems);
  const other = items !== null ? 'items' : skus !== null ? 'skus' : undefined;
  if (other !== undefined)
    throw InputRefused.sentence('"%first" and "%second" can\'t be sent together.', { first: 'sku', second: other });
  return [{ sku, qty: qty ?? ONE }];
};
