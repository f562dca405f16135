import { addColumn, addIndex, index, int, NULL } from '../../../libs/database/index.js';

/** 0: a few calls; 1: longer jobs; null: jobs of earlier builds. */
export const ADD_JOB_SIZE = addColumn('20261127020000-job-size', 'job', int('size', NULL));

/** For the callers with waiting jobs, without reading all jobs. */
export const ADD_JOB_TURN_INDEX = addIndex(
  '20261127020100-job-turn-index',
  'job',
  index('job_turn', 'status', 'size', 'user_type', 'user_id', 'ready_at'),
);
