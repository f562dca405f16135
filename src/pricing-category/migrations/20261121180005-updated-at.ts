import { addUpdatedAtIndex, type Migration } from '../../../libs/database/index.js';

export const CATEGORY_PRICE_UPDATED_AT: readonly Migration[] = [
  addUpdatedAtIndex('20261121180005-category-price-updated-at', 'category_price'),
  addUpdatedAtIndex('20261121180006-category-price-group-updated-at', 'category_price_group'),
];
