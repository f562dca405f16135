import {
  createTable,
  day,
  id,
  index,
  int,
  NULL,
  refers,
  tracked,
  unique,
  varchar,
} from '../../../libs/database/index.js';

/** The base key is set only while the list is the active base list of its website (pricing.md §1). */
export const CREATE_PRICE_LIST = createTable(
  '20261121121400-price-list',
  'price_list',
  [
    id(),
    varchar('name', 255),
    int('active'),
    int('priority'),
    int('website_id'),
    int('is_base_pricelist'),
    varchar('currency', 3, NULL),
    day('from_date', NULL),
    day('to_date', NULL),
    ...tracked(),
    varchar('price_list_base_key', 21, NULL),
  ],
  [
    unique('price_list_name', 'name'),
    unique('price_list_base', 'price_list_base_key'),
    unique('price_list_external_id', 'external_id'),
    index('price_list_is_base', 'is_base_pricelist', 'website_id'),
  ],
  [refers('website_id', 'website', 'restrict')],
);
