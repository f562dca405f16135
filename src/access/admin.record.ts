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
import { adminScopes } from './domain/accounts.js';
import { ACCESS_RIGHTS } from './domain/rights.js';

/**
 * A person who signs in with a user name and password to manage records (access.md, "Administrators, roles,
 * integrations").
 */
class Admin {
  @IdField()
  readonly id!: number;

  @UserNameField({ about: 'Unique username for sign-in; case-insensitive', required: true, example: 'ada' })
  readonly username!: string;

  @EmailField({ about: 'Unique email address; case-insensitive', required: true, example: 'ada@example.com' })
  readonly email!: string;

  @ReferenceField('role', {
    about: 'Role that grants the rights of the administrator',
    required: true,
    onDelete: 'restrict',
  })
  readonly roleId!: number;

  @FlagField({
    about: 'Activation status: 1 active, 0 inactive. An inactive administrator cannot sign in or use tokens.',
    default: 1,
    example: 1,
  })
  readonly isActive!: number;

  /** Not a column: the hash is stored in `admin_account`. */
  @SecretField({
    about: 'Sign-in password; never returned',
    required: true,
    minLength: PASSWORD_MIN,
    maxLength: PASSWORD_MAX,
  })
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
    {
      name: 'admin_username',
      properties: ['username'],
      says: 'An administrator with this username already exists. Choose another username.',
    },
    {
      name: 'admin_email',
      properties: ['email'],
      says: 'An administrator with this email address already exists. Choose another email address.',
    },
  ],
  service: 'accessAdminRepositoryV1',
  scopes: adminScopes,
});
