import type { Day } from '../../../libs/kernel/index.js';
import { answers, BegunJob, jobKind, Jobs, type JobWork, operation, takes } from '../../../libs/operations/index.js';
import { LINT_RULES, type LintRule, type PriceSelect, SEVERITIES, type Severity } from '../../../libs/pricing/index.js';
import { DayField, StringField, WordsField } from '../../../libs/records/index.js';
import { MANAGE } from './price-operations.js';

/** What a lint of the whole book is told. */
export interface LintInput {
  readonly rules: readonly LintRule[];
  /** What is less bad isn't told. */
  readonly severity: Severity;
  /** Of today on each website, if none is given. */
  readonly date: Day | null;
}

/** What a replay is told beside its file. */
export interface ReplayInput {
  readonly strategy: PriceSelect | null;
  readonly dateColumn: string;
}

/** Goes through the whole book, and writes what is odd as a file of the job. */
export abstract class RunLint {
  abstract run(work: JobWork<LintInput>): Promise<object>;
}

/** Prices invoice lines of a file of the job, and writes those that don't come out. */
export abstract class RunReplay {
  abstract run(work: JobWork<ReplayInput>): Promise<object>;
}

const LINT_JOB = jobKind({
  name: 'price_lint',
  summary: 'Goes through the whole price book and tells what is odd about it',
  right: MANAGE,
  by: RunLint,
  run: (service: RunLint, work: JobWork<LintInput>) => service.run(work),
});

export const REPLAY_JOB = jobKind({
  name: 'price_replay',
  summary: 'Prices invoice lines and tells which come out to the penny',
  right: MANAGE,
  by: RunReplay,
  run: (service: RunReplay, work: JobWork<ReplayInput>) => service.run(work),
});

export const PRICE_JOBS = [LINT_JOB, REPLAY_JOB];

class LintOrder {
  @WordsField({
    about: 'Only these rules; all, if none is named',
    of: 'rule',
    words: LINT_RULES,
    default: [],
    example: ['below_cost'],
  })
  readonly rules!: readonly LintRule[];

  @StringField({ about: 'What is less bad is left out', words: SEVERITIES, default: 'notice', example: 'warning' })
  readonly severity!: Severity;

  @DayField({ about: 'As of which day; of today on each website if not given', nullable: true, default: null })
  readonly date!: Day | null;
}

/** The lint of the whole book, as a job: however many findings there are (pricing-tools.md). */
export const LINT_JOB_OPERATION = operation({
  service: 'pricingLintV1',
  name: 'begin',
  summary: 'Write all that is odd about the stored prices as a CSV file, as a job',
  about: 'The UUID of a job, whose file `findings.csv` is there once it is done.',
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
    return { uuid: await jobs.begin({ kind: LINT_JOB, caller, description: 'Lint of the price book', input }) };
  },
});
