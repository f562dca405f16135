import { createTable, id, json, unique, varchar } from '../../../libs/database/index.js';

/** Roles; the first administrators have this one (wire.md §6). */
export const CREATE_ADMIN_ROLE = createTable(
  '20261121130000-admin-role',
  'admin_role',
  [id(), varchar('name', 255), json('resources')],
  [unique('role_name', 'name')],
  [],
  [{ id: 1, name: 'Administrators', resources: '["Kontor::all"]' }],
);
