import { createTable, id, int, json, NULL, refers, unique, varchar } from '../../../libs/database/index.js';

/** Store views, with store 0 that stands for all and the default one of a fresh database (commerce.md). */
export const CREATE_STORE = createTable(
  '20261121120300-store',
  'store',
  [
    id(),
    varchar('code', 255),
    varchar('name', 255),
    int('website_id'),
    int('is_default'),
    varchar('locale', 255, NULL),
    json('issuer', NULL),
    varchar('store_default_key', 21, NULL),
  ],
  [unique('store_code', 'code'), unique('store_default', 'store_default_key')],
  [refers('website_id', 'website', 'restrict')],
  [
    { id: 0, code: 'admin', name: 'Admin', website_id: 0, is_default: 0, store_default_key: null },
    { id: 1, code: 'default', name: 'Default Store View', website_id: 1, is_default: 1, store_default_key: '1' },
  ],
);
