import { creates } from '../migration.js';
import { id, json, table, unique, varchar } from '../tables/shape.js';

/** Roles; the first administrators have this one (wire.md §6). */
export const adminRole = creates(
  '20261121130000-admin-role',
  table('admin_role', [id(), varchar('name', 255), json('resources')], [unique('role_name', 'name')]),
  [{ id: 1, name: 'Administrators', resources: '["Kontor::all"]' }],
);
