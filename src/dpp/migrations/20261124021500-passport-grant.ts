import {
  createTable,
  id,
  index,
  instant,
  int,
  json,
  type Migration,
  NULL,
  unique,
  varchar,
} from '../../../libs/database/index.js';

/** Who may read more of passports, and who did (passports-readers.md, "Grants"). */
export const PASSPORT_GRANT: readonly Migration[] = [
  createTable(
    '20261124021500-passport-grant',
    'passport_grant',
    [
      id(),
      varchar('audience', 32),
      varchar('scope', 8),
      varchar('to_name', 255),
      varchar('to_email', 255),
      varchar('purpose', 500),
      instant('until'),
      instant('revoked_at', NULL),
      varchar('revoked_by_kind', 16, NULL),
      int('revoked_by_id', NULL),
      instant('created_at'),
      varchar('made_by_kind', 16),
      int('made_by_id', NULL),
      json('granted'),
      varchar('token_digest', 43),
    ],
    [unique('passport_grant_token', 'token_digest')],
  ),
  createTable(
    '20261124021600-passport-access',
    'passport_access',
    [id(), int('passport_id'), int('version'), int('grant_id'), varchar('points', 8), instant('at')],
    [index('passport_access_passport', 'passport_id', 'at'), index('passport_access_at', 'at')],
  ),
];
