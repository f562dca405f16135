import { addUpdatedAtIndex, type Migration } from '../../../libs/database/index.js';

export const PRICE_LIST_UPDATED_AT: readonly Migration[] = [
  addUpdatedAtIndex('20261121180000-price-list-updated-at', 'price_list'),
  addUpdatedAtIndex('20261121180001-price-list-product-updated-at', 'price_list_product'),
  addUpdatedAtIndex('20261121180002-price-list-customer-updated-at', 'price_list_customer'),
  addUpdatedAtIndex('20261121180003-price-list-group-updated-at', 'price_list_group'),
];
