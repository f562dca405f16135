import { createTable, id, int, json, refers, unique, varchar } from '../../../libs/database/index.js';

/** Files of a job, in portions: any server takes them, and any worker reads them. */
export const CREATE_JOB_FILE = createTable(
  '20261123100300-job-file',
  'job_file',
  [id(), int('job_id'), varchar('name', 200), int('place'), json('bytes')],
  [unique('job_file_portion', 'job_id', 'name', 'place')],
  [refers('job_id', 'job', 'cascade')],
);
