import { createTable, id, index, int, json, refers } from '../../../libs/database/index.js';

/** What calls of a job were answered, those of one transaction in one row. */
export const CREATE_JOB_ANSWER = createTable(
  '20261123100200-job-answer',
  'job_answer',
  [id(), int('job_id'), int('first_position'), int('last_position'), json('answers')],
  [index('job_answer_place', 'job_id', 'first_position')],
  [refers('job_id', 'job', 'cascade')],
);
