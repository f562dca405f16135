import { creates } from '../migration.js';
import { int, refers, table, varchar } from '../tables/shape.js';

/** The secret side of administrators: password hash and token version (wire.md §6). */
export const adminAccount = creates(
  '20261121130200-admin-account',
  table(
    'admin_account',
    [int('admin_id', { primary: true }), varchar('password_hash', 255), int('token_version')],
    [],
    [refers('admin_id', 'admin_user', 'cascade')],
  ),
);
