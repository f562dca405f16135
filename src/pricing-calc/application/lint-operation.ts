import { type Finding, LINT_RULES, type LintRule, SEVERITIES, type Severity } from '../../../libs/pricing/index.js';
import { StringField, IntField, IdsField } from '../../../libs/records/index.js';
import { operation, takes, answers } from '../../../libs/operations/index.js';
import { MANAGE } from './price-operations.js';
import { LintPrices } from './lint-prices.js';
/** The fields of a finding, as search criteria name them. */
class LintFinding implements Finding {
  @StringField({ about: 'Rule that the record violates', words: LINT_RULES, example: 'below_cost' })
  readonly rule!: LintRule;

  @StringField({ about: 'Severity of the finding: error, warning or notice', words: SEVERITIES, example: 'error' })
  readonly severity!: Severity;

  @StringField({
    about: 'Resource type of the record that the finding concerns, such as customerPrice',
    example: 'customerPrice',
  })
  readonly resource!: string;

  @IntField({ about: 'ID of the record that the finding concerns', example: 17 })
  readonly id!: number;

  // The documentation adds "IDs of these records".
  @IdsField('these', {
    about: 'Other records of the same resource type that the finding concerns, at most 10',
    example: [12],
  })
  readonly related!: readonly number[];

  @StringField({
    about: 'Explanation of the finding in plain English',
    maxLength: 1000,
    example: 'The price of A1 on website 1 is 4 GBP, below the cost of 5.',
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

/** Documented in pricing-tools.md, "Lint". */
export const LINT_OPERATION = operation({
  service: 'pricingLintV1',
  name: 'search',
  summary: 'Search for probable mistakes in the stored prices',
  about:
    'Each request checks all stored prices. To save time, filter by `rule`. By default, findings are sorted by ' +
    '`resource`, `id` and `rule`. Pages beyond the first 100,000 findings are rejected.',
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
