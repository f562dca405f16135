import type { Migration } from '../../../libs/database/index.js';
import { CreatePriceList } from './20261121121400-price-list.js';
import { CreatePriceListProduct } from './20261121121500-price-list-product.js';
import { CreatePriceListCustomer } from './20261121121600-price-list-customer.js';
import { CreatePriceListGroup } from './20261121121700-price-list-group.js';
import {
  AddPriceListUpdatedAt,
  AddPriceListProductUpdatedAt,
  AddPriceListCustomerUpdatedAt,
  AddPriceListGroupUpdatedAt,
} from './20261121180000-updated-at.js';

/** The steps of the room's tables; a new one stands at the end. */
export const PRICE_LIST_MIGRATIONS: readonly Migration[] = [
  new CreatePriceList(),
  new CreatePriceListProduct(),
  new CreatePriceListCustomer(),
  new CreatePriceListGroup(),
  new AddPriceListUpdatedAt(),
  new AddPriceListProductUpdatedAt(),
  new AddPriceListCustomerUpdatedAt(),
  new AddPriceListGroupUpdatedAt(),
];
