import { defineRecord, FlagField, IdField, StringField, WordsField } from '../../libs/records/index.js';
import { integrationScopes } from './domain/account-scopes.js';
import { ACCESS_RIGHTS } from './domain/rights.js';

/** A program that calls with a long-lived token, which `rotate` makes and shows once (wire.md §6). */
class Integration {
  @IdField()
  readonly id!: number;

  @StringField({
    about: 'Unique name',
    required: true,
    accepts: (text) => text !== '' && text === text.trim(),
    example: 'ERP',
  })
  readonly name!: string;

  @WordsField({
    about: 'ACL resources; parents are the `…::all` of an area and `Kontor::all`',
    of: 'ACL resource',
    accepts: () => true,
    default: [],
    example: ['_Commerce::manage', '_Commerce::save'],
  })
  readonly resources!: readonly string[];

  @FlagField({ about: '0: its token is refused', default: 1, example: 1 })
  readonly isActive!: number;
}

export const integrationResource = defineRecord<Integration>({
  resource: 'integration',
  record: Integration,
  room: 'access',
  path: 'access/integrations',
  title: { one: 'integration', many: 'integrations' },
  table: 'integration',
  rights: ACCESS_RIGHTS,
  ids: 'made',
  unique: [{ name: 'integration_name', properties: ['name'], says: 'An integration with this name already exists.' }],
  service: 'accessIntegrationRepositoryV1',
  scopes: integrationScopes,
});
