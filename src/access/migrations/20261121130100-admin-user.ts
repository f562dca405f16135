import { createTable, id, int, refers, unique, varchar } from '../../../libs/database/index.js';

/** Administrators (wire.md §6); user name and e-mail are unique by their lower-case keys. */
export const CREATE_ADMIN_USER = createTable(
  '20261121130100-admin-user',
  'admin_user',
  [
    id(),
    varchar('username', 255),
    varchar('email', 255),
    int('role_id'),
    int('is_active'),
    varchar('username_key', 510),
    varchar('email_key', 510),
  ],
  [unique('admin_username', 'username_key'), unique('admin_email', 'email_key')],
  [refers('role_id', 'admin_role', 'restrict')],
);
