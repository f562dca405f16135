import { addColumns, day, decimal, int, json, NULL, refers, varchar } from '../../../libs/database/index.js';

/** What a version says of traits, parties, places and parts (passports.md, "Parties, places and parts"). */
export const PASSPORT_VERSION_PARTIES = addColumns(
  '20261124020500-passport-version-parties',
  'passport_version',
  [
    day('placed_on_market_on', NULL),
    varchar('use', 32, NULL),
    int('rechargeable', NULL),
    int('has_bms', NULL),
    varchar('external_storage', 16, NULL),
    decimal('rated_energy_wh', 15, 4, NULL),
    json('parties', NULL),
    json('facilities', NULL),
    json('backup_provider', NULL),
    json('components', NULL),
    json('not_applicable', NULL),
    json('predecessors', NULL),
    int('model_passport', NULL),
    int('batch_passport', NULL),
  ],
  [refers('model_passport', 'passport', 'restrict'), refers('batch_passport', 'passport', 'restrict')],
);
