import { defineRecord, IdField, StringField, WordsField } from '../../libs/records/index.js';
import { roleScopes } from './domain/accounts.js';
import { ACCESS_RIGHTS } from './domain/rights.js';

/**
 * A named set of rights. A parent right includes all rights below it; other rights do not include each other
 * (access.md, "Rights").
 */
class Role {
  @IdField()
  readonly id!: number;

  @StringField({
    about: 'Unique name of the role',
    required: true,
    accepts: (text) => text !== '' && text === text.trim(),
    rule: 'at least one character, without leading or trailing spaces',
    example: 'Price clerks',
  })
  readonly name!: string;

  /** The valid names depend on the installed modules, so the service validates them. */
  @WordsField({
    about: 'Granted rights as ACL resources. A parent resource, such as `Kontor::all`, includes all of its children.',
    of: 'ACL resource',
    accepts: () => true,
    default: [],
    example: ['_Commerce::manage', '_Commerce::save'],
  })
  readonly resources!: readonly string[];
}

export const roleResource = defineRecord<Role>({
  resource: 'role',
  record: Role,
  room: 'access',
  path: 'access/roles',
  title: { one: 'role', many: 'roles' },
  table: 'admin_role',
  rights: ACCESS_RIGHTS,
  ids: 'made',
  unique: [
    { name: 'role_name', properties: ['name'], says: 'A role with this name already exists. Choose another name.' },
  ],
  service: 'accessRoleRepositoryV1',
  scopes: roleScopes,
});
