import type { Migration } from '../../../libs/database/index.js';
import { CREATE_CUSTOMER_PRICE } from './20261121121800-customer-price.js';
import { CUSTOMER_PRICE_UPDATED_AT } from './20261121180004-updated-at.js';

/** Append new migrations at the end. */
export const CUSTOMER_PRICE_MIGRATIONS: readonly Migration[] = [CREATE_CUSTOMER_PRICE, CUSTOMER_PRICE_UPDATED_AT];
