import { AddColumn } from '../migration.js';
import { bigint, NULL, varchar } from '../tables/shape.js';

/**
 * Kept answers tell the version that they name and, of calls in several transactions, who does them, until they are done,
 * and until when nobody else may (bulk.md, "Sending again").
 */
export class AddKeptAnswerVersion extends AddColumn {
  readonly name = '20261122140000-kept-answer-version';
  readonly table = 'kept_answer';
  readonly column = bigint('version', NULL);
}

export class AddKeptAnswerOwner extends AddColumn {
  readonly name = '20261122140100-kept-answer-owner';
  readonly table = 'kept_answer';
  readonly column = varchar('owner', 36, NULL);
}

export class AddKeptAnswerExpires extends AddColumn {
  readonly name = '20261122140200-kept-answer-expires';
  readonly table = 'kept_answer';
  readonly column = bigint('expires_at', NULL);
}
