import { answers, needs, operation, takes } from '../../../libs/operations/index.js';
import { InstantField, IntField, JsonField, StringField, WordsField } from '../../../libs/records/index.js';
import type { StoredJob } from '../ports/stored-jobs.js';
import { MANAGE_JOBS } from '../rights.record.js';
import { cancelAndRetry } from './cancel-and-retry.js';
import { SeeJobs } from './see-jobs.js';

class ListedJob {
  @StringField({ about: 'UUID of the job', maxLength: 36, example: '799a59fb-09e6-4d9a-9c2e-3ab7d2b3f4a1' })
  readonly uuid!: string;

  @StringField({ about: 'Type of the job, such as import', maxLength: 32, example: 'import' })
  readonly kind!: string;

  @IntField({
    about: 'Status: 0 receiving files, 1 complete, 2 failed for a temporary reason, 3 failed, 4 open, 5 canceled',
    min: 0,
    max: 5,
    example: 4,
  })
  readonly status!: number;

  @StringField({ about: 'Short description of the job', maxLength: 255, example: 'Import of customer_price.csv' })
  readonly description!: string;

  @IntField({
    about: 'Number of rows or calls processed so far; null while unknown',
    max: Number.MAX_SAFE_INTEGER,
    nullable: true,
    example: 2_500,
  })
  readonly rowsDone!: number | null;

  @IntField({
    about: 'Total number of rows or calls in the job; null while unknown',
    max: Number.MAX_SAFE_INTEGER,
    nullable: true,
    example: null,
  })
  readonly rowsKnown!: number | null;

  @StringField({
    about: 'Error message; null if the job did not fail',
    maxLength: 65_535,
    nullable: true,
    example: null,
  })
  readonly message!: string | null;

  @InstantField({ about: 'Creation time of the job (UTC)' })
  readonly createdAt!: Date;

  @InstantField({ about: 'Finish time (UTC); null until the job finishes', nullable: true })
  readonly finishedAt!: Date | null;
}

class JobState extends ListedJob {
  @JsonField({ about: 'Result of the job, depending on its kind; null until the job finishes', nullable: true })
  readonly result!: unknown;

  @WordsField({
    about: "URL paths of the job's files, such as export files or a file with rejected rows",
    of: 'path',
    example: ['/V1/jobs/799a59fb-09e6-4d9a-9c2e-3ab7d2b3f4a1/files/refused.csv'],
  })
  readonly files!: readonly string[];
}

class JobsQuestion {
  @IntField({ about: 'Maximum number of jobs to return; default 50', default: 50, min: 1, max: 300, example: 50 })
  readonly limit!: number;
}

const toListed = (job: StoredJob) => ({
  uuid: job.uuid,
  kind: job.kind,
  status: job.status,
  description: job.description,
  rows_done: job.done,
  rows_known: job.known,
  message: job.message,
  created_at: job.createdAt.toISOString(),
  finished_at: job.finishedAt?.toISOString() ?? null,
});

const toState = (job: StoredJob, files: readonly string[]) => {
  const { created_at, finished_at, ...listed } = toListed(job);
  return {
    ...listed,
    result: job.result === null ? null : (JSON.parse(job.result) as unknown),
    files: files.map((name) => `/V1/jobs/${job.uuid}/files/${name}`),
    created_at,
    finished_at,
  };
};

const service = 'jobsJobV1';
const tag = 'Jobs';
const common = { service, tag, right: needs.own(MANAGE_JOBS), by: SeeJobs } as const;

/** Operations on jobs of every kind (jobs.md, "Kinds of jobs"). */
export const JOB_OPERATIONS = [
  operation({
    ...common,
    name: 'list',
    summary: 'List the newest jobs',
    about: 'Without the right `_Jobs::manage`, the list contains only the jobs of the caller.',
    effect: 'reads',
    rest: { verb: 'GET', path: 'jobs' },
    input: { asked: takes.query(JobsQuestion) },
    output: answers.fieldsList(ListedJob),
    run: async (jobs, { asked: { limit } }, { caller }) => (await jobs.newest(limit, caller)).map(toListed),
  }),
  operation({
    ...common,
    name: 'get',
    summary: 'Get the progress and result of a job',
    effect: 'reads',
    rest: { verb: 'GET', path: 'jobs/:bulkUuid' },
    input: { uuid: takes.key('bulkUuid') },
    output: answers.fields(JobState),
    run: async (jobs, { uuid }, { caller }) => {
      const { job, files } = await jobs.withFiles(uuid, caller);
      return toState(job, files);
    },
  }),
  ...cancelAndRetry({
    service,
    tag,
    path: 'jobs',
    cancel: { summary: 'Cancel an open job' },
    retry: { summary: 'Retry a failed job' },
  }),
];
