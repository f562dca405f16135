import { MANAGE_JOBS } from './rights.record.js';
import { HOUR_MS, type RoomManifest } from '../../libs/manifest/index.js';
import { BULK_OPERATIONS } from './application/bulk-operations.js';
import { JOB_OPERATIONS } from './application/job-operations.js';
import { SeeJobs, JOBS, observeJobs } from './application/see-jobs.js';
import { JOB_MIGRATIONS } from './migrations/index.js';
import { JobsSettings } from './settings.js';
import { PersonalDataInJobs } from './adapters/sql/personal-data-in-jobs.js';

export const JOBS_ROOM: RoomManifest<JobsSettings> = {
  name: 'jobs',
  chapter: {
    title: 'Jobs',
    about: 'Asynchronous calls and other background jobs: status, files, cancellation and retries.',
    services: ['jobFilesV1'],
  },
  settings: JobsSettings,
  resources: [],
  migrations: JOB_MIGRATIONS,
  rights: [{ name: MANAGE_JOBS, title: 'Read, cancel and retry the jobs of all callers' }],
  operations: [...BULK_OPERATIONS, ...JOB_OPERATIONS],
  metrics: {
    metrics: [JOBS],
    observe: async (find) => observeJobs(await find(SeeJobs).standing()),
  },
  schedules: [
    {
      name: 'finished jobs',
      every: HOUR_MS,
      once: 'process',
      failure: 'old data could not be deleted: finished jobs',
      run: ({ find }, { JOB_DAYS }) => find(SeeJobs).prune(JOB_DAYS),
    },
  ],
  personal: { traces: { tables: ['job', 'job_call', 'job_answer', 'job_file'], in: PersonalDataInJobs } },
};
