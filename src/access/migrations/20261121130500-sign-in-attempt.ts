import { createTable, instant, int, NULL, varchar } from '../../../libs/database/index.js';

/** Sign-in attempts by subject and address, address '' standing for all (wire.md §6). */
export const CREATE_SIGN_IN_ATTEMPT = createTable('20261121130500-sign-in-attempt', 'sign_in_attempt', [
  { ...varchar('subject', 64), primary: true },
  { ...varchar('address', 64), primary: true },
  int('failures'),
  instant('locked_until', NULL),
  instant('signed_in_at', NULL),
  instant('seen_at'),
]);
