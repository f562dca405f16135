import type { Resource } from '../../libs/records/index.js';
import { categoryPriceResource } from './category-price.record.js';
import { categoryPriceCustomerGroupResource } from './category-price-customer-group.record.js';

export const CATEGORY_PRICE_RESOURCES: readonly Resource[] = [
  categoryPriceResource,
  categoryPriceCustomerGroupResource,
];
