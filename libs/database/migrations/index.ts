import type { Migration } from '../migration.js';
import { CreateChangeVersion } from './20261121120000-change-version.js';
import { CreateChangeLog } from './20261121120100-change-log.js';
import { CreateKeptAnswer } from './20261121150000-kept-answer.js';
import { AddKeptAnswerVersion, AddKeptAnswerOwner, AddKeptAnswerExpires } from './20261122140000-kept-answer-steps.js';
import { CreateWriteTurn, AddVersionHolder, AddVersionHeld } from './20261122140300-write-turn.js';

/** The steps of what the library itself keeps: the change log, kept answers, turns of large writes. */
export const DATABASE_MIGRATIONS: readonly Migration[] = [
  new CreateChangeVersion(),
  new CreateChangeLog(),
  new CreateKeptAnswer(),
  new AddKeptAnswerVersion(),
  new AddKeptAnswerOwner(),
  new AddKeptAnswerExpires(),
  new CreateWriteTurn(),
  new AddVersionHolder(),
  new AddVersionHeld(),
];
