import { createTable, id, int, refers, tracked, unique } from '../../../libs/database/index.js';

export const CREATE_PRICE_LIST_GROUP = createTable(
  '20261121121700-price-list-group',
  'price_list_group',
  [id(), int('pricelist_id'), int('customer_group_id'), ...tracked()],
  [
    unique('price_list_group_pair', 'customer_group_id', 'pricelist_id'),
    unique('price_list_group_external_id', 'external_id'),
  ],
  [refers('pricelist_id', 'price_list', 'cascade'), refers('customer_group_id', 'customer_group', 'restrict')],
);
