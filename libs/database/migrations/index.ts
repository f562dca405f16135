import type { Migration } from '../migration.js';
import { CREATE_CHANGE_VERSION } from './20261121120000-change-version.js';
import { CREATE_CHANGE_LOG } from './20261121120100-change-log.js';
import { CREATE_KEPT_ANSWER } from './20261121150000-kept-answer.js';
import { KEPT_ANSWER_STEPS } from './20261122140000-kept-answer-steps.js';
import { WRITE_TURN } from './20261122140300-write-turn.js';
import { CREATE_ONCE_KEY } from './20261124100000-once-key.js';
import { KEPT_ANSWER_LASTING } from './20261124120000-kept-answer-lasting.js';
import { CREATE_AUDIT_ACT } from './20261125200000-audit-act.js';
import { CREATE_AUDIT_ENTRY } from './20261125200100-audit-entry.js';
import { CREATE_AUDIT_RECORD } from './20261125200110-audit-record.js';
import { ADD_AUDIT_CALLER_IDS } from './20261127030000-audit-caller-ids.js';
import { CREATE_SCHEDULE_LEASE } from './20261127140000-schedule-lease.js';

/** Migrations of the library's own tables: change log, stored responses, write lock, one-time keys and audit entries. */
export const DATABASE_MIGRATIONS: readonly Migration[] = [
  CREATE_CHANGE_VERSION,
  CREATE_CHANGE_LOG,
  CREATE_KEPT_ANSWER,
  ...KEPT_ANSWER_STEPS,
  ...WRITE_TURN,
  CREATE_ONCE_KEY,
  KEPT_ANSWER_LASTING,
  CREATE_AUDIT_ACT,
  CREATE_AUDIT_ENTRY,
  CREATE_AUDIT_RECORD,
  ADD_AUDIT_CALLER_IDS,
  CREATE_SCHEDULE_LEASE,
];
