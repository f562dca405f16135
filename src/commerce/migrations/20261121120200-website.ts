import { createTable, id, int, NULL, unique, varchar } from '../../../libs/database/index.js';

/** Websites, with website 0 that stands for all and the default one of a fresh database (commerce.md). */
export const CREATE_WEBSITE = createTable(
  '20261121120200-website',
  'website',
  [
    id(),
    varchar('code', 255),
    varchar('name', 255),
    varchar('base_currency', 3),
    varchar('timezone', 64),
    int('is_default'),
    varchar('website_default_key', 21, NULL),
  ],
  [unique('website_code', 'code'), unique('website_default', 'website_default_key')],
  [],
  [
    {
      id: 0,
      code: 'admin',
      name: 'Admin',
      base_currency: 'USD',
      timezone: 'UTC',
      is_default: 0,
      website_default_key: null,
    },
    {
      id: 1,
      code: 'base',
      name: 'Main Website',
      base_currency: 'USD',
      timezone: 'UTC',
      is_default: 1,
      website_default_key: '1',
    },
  ],
);
