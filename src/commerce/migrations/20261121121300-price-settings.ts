import { createTable, id, int, json, NULL, refers, unique, varchar } from '../../../libs/database/index.js';

/** Price settings of websites, groups and customers (pricing.md §3). */
export const CREATE_PRICE_SETTINGS = createTable(
  '20261121121300-price-settings',
  'price_settings',
  [
    id(),
    int('website_id'),
    int('customer_group_id', NULL),
    int('customer_id', NULL),
    varchar('price_select', 255, NULL),
    json('price_sort_order', NULL),
    int('individual_prices_are_final', NULL),
    int('skip_zero_price', NULL),
    int('merge_pricelist_qtys', NULL),
    int('merge_matrix_qtys', NULL),
    varchar('categoryprice_select', 255, NULL),
    int('price_precision', NULL),
    int('prices_include_tax', NULL),
    int('customer_group_id_key'),
    int('customer_id_key'),
  ],
  [unique('price_settings_level', 'website_id', 'customer_group_id_key', 'customer_id_key')],
  [
    refers('website_id', 'website', 'restrict'),
    refers('customer_group_id', 'customer_group', 'restrict'),
    refers('customer_id', 'customer', 'cascade'),
  ],
);
