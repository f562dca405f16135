import { addColumn, type Migration } from '../migration.js';
import { bigint, NULL, varchar } from '../tables/shape.js';

/**
 * Kept answers tell the version that they name and, of calls in several transactions, who does them, until they are done,
 * and until when nobody else may (bulk.md, "Sending again").
 */
export const KEPT_ANSWER_STEPS: readonly Migration[] = [
  addColumn('20261122140000-kept-answer-version', 'kept_answer', bigint('version', NULL)),
  addColumn('20261122140100-kept-answer-owner', 'kept_answer', varchar('owner', 36, NULL)),
  addColumn('20261122140200-kept-answer-expires', 'kept_answer', bigint('expires_at', NULL)),
];
