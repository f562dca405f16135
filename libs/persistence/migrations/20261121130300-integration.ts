import { creates } from '../migration.js';
import { id, int, json, table, unique, varchar } from '../tables/shape.js';

/** Integrations (wire.md §6). */
export const integration = creates(
  '20261121130300-integration',
  table(
    'integration',
    [id(), varchar('name', 255), json('resources'), int('is_active')],
    [unique('integration_name', 'name')],
  ),
);
