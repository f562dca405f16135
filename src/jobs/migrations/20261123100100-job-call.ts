import { createTable, id, int, json, NULL, refers, text, unique } from '../../../libs/database/index.js';

/** The calls of a job that is made of calls; the answers of those that are done together lie together. */
export const CREATE_JOB_CALL = createTable(
  '20261123100100-job-call',
  'job_call',
  [id(), int('job_id'), int('position'), int('status'), json('input', NULL), text('message', NULL)],
  [unique('job_call_place', 'job_id', 'position')],
  [refers('job_id', 'job', 'cascade')],
);
