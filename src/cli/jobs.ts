import type { Command } from 'commander';
import { STATUS } from '../../libs/jobs/index.js';
import { NoSuchOne, platformTime } from '../../libs/kernel/index.js';
import type { Room } from '../../libs/manifest/index.js';
import { CommandRefused, number, print, withApp } from './context.js';
import { type Listing, listing } from './listing.js';
import { type StoredJob, SeeJobs } from '../jobs/index.js';

/** Names of statuses. */
const STATES: Readonly<Record<number, string>> = {
  [STATUS.arriving]: 'accepting',
  [STATUS.complete]: 'complete',
  [STATUS.failedForNow]: 'failed, retryable',
  [STATUS.failed]: 'failed',
  [STATUS.open]: 'open',
  [STATUS.rejected]: 'canceled',
};
const STATE_WIDTH = Math.max(...Object.values(STATES).map(({ length }) => length));
const SHOWN = 20;

const farOf = ({ done, known }: StoredJob): string =>
  known === null ? (done === null ? '' : number(done)) : `${number(done ?? 0)} of ${number(known)}`;

const lineOf = (job: StoredJob): string =>
  [
    job.uuid,
    platformTime(job.createdAt.toISOString()),
    (STATES[job.status] ?? String(job.status)).padEnd(STATE_WIDTH),
    farOf(job).padStart(16),
    job.message === null ? job.description : `${job.description}: ${job.message}`,
  ].join('  ');

/** A job for JSON output, with the names of the REST operation. */
const rowOf = ({ uuid, createdAt, status, done, known, description, message }: StoredJob) => ({
  bulk_uuid: uuid,
  start_time: createdAt.toISOString(),
  status,
  state: STATES[status] ?? String(status),
  done,
  known,
  description,
  message,
});

const refusing = async (work: () => Promise<void>): Promise<void> => {
  try {
    await work();
  } catch (error) {
    throw error instanceof NoSuchOne
      ? new CommandRefused(
          `The job ${String(error.parameters['bulkUuid'])} does not exist. Run kontor jobs to list the jobs.`,
        )
      : error;
  }
};

/** Adds `jobs` (jobs.md, "Kinds of jobs"). */
export const jobsCommand = (program: Command, rooms: readonly Room[]): void => {
  const jobs = listing(program.command('jobs'))
    .description(`List the newest ${SHOWN} jobs, or retry or cancel a job`)
    .action((options: Listing) =>
      withApp(
        rooms,
        async (app) => {
          const found = await app.get(SeeJobs).newest(SHOWN, undefined);
          if (options.json === true) print(JSON.stringify(found.map(rowOf), null, 2));
          else if (found.length === 0) print('No jobs found.');
          else for (const job of found) print(lineOf(job));
        },
        { onlyReads: true },
      ),
    );
  for (const [name, about, past] of [
    ['retry', 'Retry the failed parts of a job', 'retried'],
    ['cancel', 'Cancel the open parts of a job', 'canceled'],
  ] as const)
    jobs
      .command(name)
      .argument('<uuid>', 'UUID of the job')
      .description(about)
      .action((uuid: string) =>
        refusing(() =>
          withApp(rooms, async (app) => {
            const count = await app.get(SeeJobs)[name](uuid, undefined);
            print(`Parts ${past}: ${number(count)}.`);
          }),
        ),
      );
};
