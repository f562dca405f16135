import { addColumn } from '../migration.js';
import { int, NULL } from '../tables/shape.js';

/** Steps of jobs are kept as long as the job, which may be tried again after weeks (jobs.md, "How they run"). */
export const KEPT_ANSWER_LASTING = addColumn('20261124120000-kept-answer-lasting', 'kept_answer', int('lasting', NULL));
