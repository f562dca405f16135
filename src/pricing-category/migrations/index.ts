import type { Migration } from '../../../libs/database/index.js';
import { CreateCategoryPrice } from './20261121140000-category-price.js';
import { CreateCategoryPriceGroup } from './20261121140100-category-price-group.js';
import { AddCategoryPriceUpdatedAt, AddCategoryPriceGroupUpdatedAt } from './20261121180005-updated-at.js';

/** The steps of the room's tables; a new one stands at the end. */
export const CATEGORY_PRICE_MIGRATIONS: readonly Migration[] = [
  new CreateCategoryPrice(),
  new CreateCategoryPriceGroup(),
  new AddCategoryPriceUpdatedAt(),
  new AddCategoryPriceGroupUpdatedAt(),
];
