import { createTable, index, instant, int, refers, varchar } from '../../../libs/database/index.js';

/** Sessions of the staff page, by the digests of their cookies. */
export const CREATE_DESK_SESSION = createTable(
  '20261127120000-desk-session',
  'desk_session',
  [
    { ...varchar('digest', 64), primary: true },
    int('admin_id'),
    int('token_version'),
    instant('ends_at'),
    instant('unused_ends_at'),
  ],
  [index('desk_session_end', 'unused_ends_at')],
  [refers('admin_id', 'admin_user', 'cascade')],
);
