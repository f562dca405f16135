import type { Migration } from '../../../libs/database/index.js';
import { CREATE_PRICE_LIST } from './20261121121400-price-list.js';
import { CREATE_PRICE_LIST_PRODUCT } from './20261121121500-price-list-product.js';
import { CREATE_PRICE_LIST_CUSTOMER } from './20261121121600-price-list-customer.js';
import { CREATE_PRICE_LIST_GROUP } from './20261121121700-price-list-group.js';
import { PRICE_LIST_UPDATED_AT } from './20261121180000-updated-at.js';

/** Append new migrations at the end. */
export const PRICE_LIST_MIGRATIONS: readonly Migration[] = [
  CREATE_PRICE_LIST,
  CREATE_PRICE_LIST_PRODUCT,
  CREATE_PRICE_LIST_CUSTOMER,
  CREATE_PRICE_LIST_GROUP,
  ...PRICE_LIST_UPDATED_AT,
];
