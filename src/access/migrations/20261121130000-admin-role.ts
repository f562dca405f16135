import { CreateTable, id, json, table, unique, varchar } from '../../../libs/database/index.js';

/** Roles; the first administrators have this one (wire.md §6). */
export class CreateAdminRole extends CreateTable {
  readonly name = '20261121130000-admin-role';
  readonly shape = table('admin_role', [id(), varchar('name', 255), json('resources')], [unique('role_name', 'name')]);
  override readonly rows = [{ id: 1, name: 'Administrators', resources: '["Kontor::all"]' }];
}
