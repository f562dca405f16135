import { createTable, instant, int, refers, varchar } from '../../../libs/database/index.js';

/** Sign-in links that were not used yet, by the digests of their tokens. */
export const CREATE_DESK_SIGN_IN_LINK = createTable(
  '20261127120100-desk-sign-in-link',
  'desk_sign_in_link',
  [{ ...varchar('digest', 64), primary: true }, int('admin_id'), int('token_version'), instant('ends_at')],
  [],
  [refers('admin_id', 'admin_user', 'cascade')],
);
