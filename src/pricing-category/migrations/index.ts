import type { Migration } from '../../../libs/database/index.js';
import { CREATE_CATEGORY_PRICES } from './20261121140000-category-price.js';
import { CATEGORY_PRICE_UPDATED_AT } from './20261121180005-updated-at.js';

/** Append new migrations at the end. */
export const CATEGORY_PRICE_MIGRATIONS: readonly Migration[] = [
  ...CREATE_CATEGORY_PRICES,
  ...CATEGORY_PRICE_UPDATED_AT,
];
