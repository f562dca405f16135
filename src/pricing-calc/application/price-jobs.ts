import type { Day, CsvReading } from '../../../libs/kernel/index.js';
import { answers, BegunJob, type JobName, Jobs, operation, takes } from '../../../libs/operations/index.js';
import { LINT_RULES, type LintRule, type PriceSelect, SEVERITIES, type Severity } from '../../../libs/pricing/index.js';
import { DayField, StringField, WordsField } from '../../../libs/records/index.js';
import { MANAGE } from './price-operations.js';

export interface LintInput {
  readonly rules: readonly LintRule[];
  /** Findings below this severity are left out. */
  readonly severity: Severity;
  /** null: today on each website. */
  readonly date: Day | null;
}

/** Jobs of earlier builds have no dialect and encoding. */
export interface ReplayInput extends Partial<CsvReading> {
  readonly strategy: PriceSelect | null;
  readonly dateColumn: string;
}

export const LINT_JOB: JobName = {
  name: 'price_lint',
  summary: 'Check all stored prices and report probable mistakes',
  right: MANAGE,
};

export const REPLAY_JOB: JobName = {
  name: 'price_replay',
  summary: 'Price invoice lines and report those whose calculated price differs from the invoiced price',
  right: MANAGE,
};

class LintOrder {
  @WordsField({
    about: 'Rules to check; default: all rules',
    of: 'rule',
    words: LINT_RULES,
    default: [],
    example: ['below_cost'],
  })
  readonly rules!: readonly LintRule[];

  @StringField({
    about: 'Lowest severity to report: notice, warning or error; default notice',
    words: SEVERITIES,
    default: 'notice',
    example: 'warning',
  })
  readonly severity!: Severity;

  @DayField({
    about: 'Day for which the prices are checked; default: today in the time zone of each website',
    nullable: true,
    default: null,
  })
  readonly date!: Day | null;
}

/** Unlike the search, the job has no limit on findings (pricing-tools.md). */
export const LINT_JOB_OPERATION = operation({
  service: 'pricingLintV1',
  name: 'begin',
  summary: 'Start a job that checks all stored prices and writes the findings to a CSV file',
  about: 'Returns the UUID of a job. Its file `findings.csv` is available once the job has finished.',
  tag: 'Price lint',
  right: MANAGE,
  effect: 'writes',
  startsJob: true,
  rest: { verb: 'POST', path: 'pricing/lint/jobs' },
  input: { order: takes.fields(LintOrder) },
  output: answers.fields(BegunJob),
  by: Jobs,
  run: async (jobs, { order: { rules, severity, date } }, { caller }) => {
    const input: LintInput = { rules, severity, date };
    return { uuid: await jobs.begin({ kind: LINT_JOB, caller, description: 'Price lint', input }) };
  },
});
