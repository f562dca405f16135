import { createTable, int, refers, varchar } from '../../../libs/database/index.js';

/** The secret side of administrators: password hash and token version (wire.md §6). */
export const CREATE_ADMIN_ACCOUNT = createTable(
  '20261121130200-admin-account',
  'admin_account',
  [int('admin_id', { primary: true }), varchar('password_hash', 255), int('token_version')],
  [],
  [refers('admin_id', 'admin_user', 'cascade')],
);
