import { CreateTable, id, int, json, table, unique, varchar } from '../../../libs/database/index.js';

/** Integrations (wire.md §6). */
export class CreateIntegration extends CreateTable {
  readonly name = '20261121130300-integration';
  readonly shape = table(
    'integration',
    [id(), varchar('name', 255), json('resources'), int('is_active')],
    [unique('integration_name', 'name')],
  );
}
