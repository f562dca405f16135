import { createTable, id, int, refers, tracked, unique } from '../../../libs/database/index.js';

export const CREATE_PRICE_LIST_CUSTOMER = createTable(
  '20261121121600-price-list-customer',
  'price_list_customer',
  [id(), int('pricelist_id'), int('customer_id'), ...tracked()],
  [
    unique('price_list_customer_pair', 'customer_id', 'pricelist_id'),
    unique('price_list_customer_external_id', 'external_id'),
  ],
  [refers('pricelist_id', 'price_list', 'cascade'), refers('customer_id', 'customer', 'cascade')],
);
