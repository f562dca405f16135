import { type Finding, LINT_RULES, type LintRule, SEVERITIES, type Severity } from '../../../libs/pricing/index.js';
import { StringField, IntField, IdsField } from '../../../libs/records/index.js';
import { operation, takes, answers } from '../../../libs/operations/index.js';
import { MANAGE } from './price-operations.js';
import { LintPrices } from './lint-prices.js';
/** A finding, as criteria name its parts. */
class LintFinding implements Finding {
  @StringField({ about: 'What is odd', words: LINT_RULES, example: 'below_cost' })
  readonly rule!: LintRule;

  @StringField({ about: 'How bad it is', words: SEVERITIES, example: 'error' })
  readonly severity!: Severity;

  @StringField({ about: 'Wrapper name of the resource of the record', example: 'customerPrice' })
  readonly resource!: string;

  @IntField({ about: 'Its id', example: 17 })
  readonly id!: number;

  @IdsField('of the same resource', { about: 'Other records that have to do with it, the first few', example: [12] })
  readonly related!: readonly number[];

  @StringField({
    about: 'For people',
    maxLength: 1000,
    example: 'On website 1 its price for A1 is 4 GBP, below the cost of 5.',
  })
  readonly message!: string;
}

const itemOf = ({ rule, severity, resource, id, related, message }: Finding): Finding => ({
  rule,
  severity,
  resource,
  id,
  related,
  message,
});

/** The lint of the price book (pricing.md §7). */
export const LINT_OPERATION = operation({
  service: 'pricingLintV1',
  name: 'search',
  summary: 'Search what is odd about the stored prices',
  about:
    'Goes through the whole book: filters on `rule` make it shorter. Without sort orders the findings come by ' +
    'resource, id and rule; only the first 100,000 can be paged to.',
  tag: 'Price lint',
  right: MANAGE,
  effect: 'reads',
  deadline: 'bulk',
  heavy: () => true,
  rest: { verb: 'GET', path: 'pricing/lint' },
  input: { search: takes.criteriaOver(LintFinding, { mayBeAbsent: true }) },
  output: answers.fieldsSearch(LintFinding),
  by: LintPrices,
  run: async (lint, { search: { criteria } }) => {
    const { items, total } = await lint.search(criteria);
    return { items: items.map(itemOf), total };
  },
});
