import { addColumns, addIndex, index, instant, NULL, varchar } from '../../../libs/database/index.js';

/** Whom a grant's recipient belongs to and acts for, and whether it is suspended (passports-readers.md, "Grants"). */
export const PASSPORT_GRANT_RECIPIENT = [
  addColumns('20261129010200-passport-grant-recipient', 'passport_grant', [
    varchar('to_operator_scheme', 16, NULL),
    varchar('to_operator_id', 100, NULL),
    varchar('to_on_behalf_of', 255, NULL),
    instant('suspended_at', NULL),
  ]),
  addIndex(
    '20261129010300-passport-grant-operator',
    'passport_grant',
    index('passport_grant_operator', 'to_operator_id', 'to_operator_scheme'),
  ),
];
