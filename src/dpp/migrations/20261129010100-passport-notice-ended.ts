import { addColumn, int, NULL } from '../../../libs/database/index.js';

/** The version that a notice ended, and that is published again without it (passports.md, "Notices"). */
export const PASSPORT_NOTICE_ENDED = addColumn(
  '20261129010100-passport-notice-ended',
  'passport_notice',
  int('ended_version', NULL),
);
