import type { Migration } from '../../../libs/database/index.js';
import { CREATE_JOB } from './20261123100000-job.js';
import { CREATE_JOB_CALL } from './20261123100100-job-call.js';
import { CREATE_JOB_FILE } from './20261123100300-job-file.js';
import { CREATE_JOB_ANSWER } from './20261123100200-job-answer.js';
import { ADD_JOB_SIZE, ADD_JOB_TURN_INDEX } from './20261127020000-job-size.js';

/** Migrations of this module's tables. Append new ones at the end. */
export const JOB_MIGRATIONS: readonly Migration[] = [
  CREATE_JOB,
  CREATE_JOB_CALL,
  CREATE_JOB_ANSWER,
  CREATE_JOB_FILE,
  ADD_JOB_SIZE,
  ADD_JOB_TURN_INDEX,
];
