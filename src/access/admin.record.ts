import {
  defineRecord,
  EmailField,
  FlagField,
  IdField,
  ReferenceField,
  SecretField,
  UserNameField,
} from '../../libs/records/index.js';
import { PASSWORD_MAX, PASSWORD_MIN } from './application/passwords.js';
import { adminScopes } from './domain/account-scopes.js';
import { ACCESS_RIGHTS } from './domain/rights.js';

/** A person who signs in with user name and password to manage records (wire.md §6). */
class Admin {
  @IdField()
  readonly id!: number;

  @UserNameField({ about: 'Signs in; unique whatever the case', required: true, example: 'ada' })
  readonly username!: string;

  @EmailField({ about: 'E-mail address, unique whatever the case', required: true, example: 'ada@example.com' })
  readonly email!: string;

  @ReferenceField('role', {
    about: 'The role that says what the administrator may do',
    required: true,
    onDelete: 'restrict',
  })
  readonly roleId!: number;

  @FlagField({ about: '0: can neither sign in nor act', default: 1, example: 1 })
  readonly isActive!: number;

  /** Not a column: its hash stands in `admin_account`. */
  @SecretField({ about: 'Password, written only', required: true, minLength: PASSWORD_MIN, maxLength: PASSWORD_MAX })
  readonly password?: string;
}

export const adminResource = defineRecord<Admin>({
  resource: 'admin',
  record: Admin,
  room: 'access',
  path: 'access/admins',
  title: { one: 'administrator', many: 'administrators' },
  table: 'admin_user',
  rights: ACCESS_RIGHTS,
  ids: 'made',
  unique: [
    { name: 'admin_username', properties: ['username'], says: 'An administrator with this username already exists.' },
    { name: 'admin_email', properties: ['email'], says: 'An administrator with this email already exists.' },
  ],
  service: 'accessAdminRepositoryV1',
  scopes: adminScopes,
});
