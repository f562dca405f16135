import type { Migration } from '../../../libs/database/index.js';
import { CreateCustomerPrice } from './20261121121800-customer-price.js';
import { AddCustomerPriceUpdatedAt } from './20261121180004-updated-at.js';

/** The steps of the room's tables; a new one stands at the end. */
export const CUSTOMER_PRICE_MIGRATIONS: readonly Migration[] = [
  new CreateCustomerPrice(),
  new AddCustomerPriceUpdatedAt(),
];
