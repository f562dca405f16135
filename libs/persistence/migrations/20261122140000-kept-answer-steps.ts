import { addsColumn, type Migration } from '../migration.js';
import { bigint, NULL, varchar } from '../tables/shape.js';

const TABLE = 'kept_answer';

/**
 * Kept answers tell the version that they name and, of calls in several transactions, who does them, until they are done,
 * and until when nobody else may (bulk.md, "Sending again").
 */
export const keptAnswerSteps: readonly Migration[] = [
  addsColumn('20261122140000-kept-answer-version', TABLE, bigint('version', NULL)),
  addsColumn('20261122140100-kept-answer-owner', TABLE, varchar('owner', 36, NULL)),
  addsColumn('20261122140200-kept-answer-expires', TABLE, bigint('expires_at', NULL)),
];
