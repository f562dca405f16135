import { Get } from '@nestjs/common';
import { type Finding, LINT_RULES, type LintRule, SEVERITIES, type Severity } from '../../../../libs/pricing/index.js';
import { IdsField, IntField, StringField } from '../../../../libs/records/index.js';
import {
  answers,
  type Asked,
  Describes,
  Heavy,
  Needs,
  RestController,
  searchAnswer,
  SearchedFields,
  Within,
} from '../../../../libs/webapi/index.js';
import { LintPrices } from '../../application/lint-prices.js';
import { MANAGE } from './calculated.js';

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
@RestController('pricing')
export class LintController {
  constructor(private readonly lint: LintPrices) {}

  @Get('lint')
  @Needs(MANAGE)
  @Within('bulk')
  @Heavy()
  @Describes({
    summary: 'Search what is odd about the stored prices',
    about:
      'Goes through the whole book: filters on `rule` make it shorter. Without sort orders the findings come by ' +
      'resource, id and rule; only the first 100,000 can be paged to.',
    answer: answers.fieldsSearch(LintFinding),
    tag: 'Price lint',
  })
  async search(@SearchedFields(LintFinding, { mayBeAbsent: true }) asked: Asked): Promise<object> {
    return searchAnswer(await this.lint.search(asked.criteria), asked, itemOf);
  }
}
