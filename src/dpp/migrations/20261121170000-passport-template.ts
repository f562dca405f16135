import { createTable, id, instant, json, NULL, unique, varchar } from '../../../libs/database/index.js';

/** Templates of product passports, one document for each code and version (passports-templates.md). */
export const CREATE_PASSPORT_TEMPLATE = createTable(
  '20261121170000-passport-template',
  'passport_template',
  [
    id(),
    varchar('code', 64),
    varchar('version', 32),
    varchar('espr_category', 255, NULL),
    json('document'),
    instant('created_at'),
    instant('updated_at'),
  ],
  [unique('passport_template_code', 'code', 'version')],
);
