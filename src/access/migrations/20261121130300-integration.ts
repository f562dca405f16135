import { createTable, id, int, json, unique, varchar } from '../../../libs/database/index.js';

export const CREATE_INTEGRATION = createTable(
  '20261121130300-integration',
  'integration',
  [id(), varchar('name', 255), json('resources'), int('is_active')],
  [unique('integration_name', 'name')],
);
