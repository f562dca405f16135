export { type CategoryPrice, categoryPriceResource } from './category-price.record.js';
export {
  type CategoryPriceCustomerGroup,
  categoryPriceCustomerGroupResource,
} from './category-price-customer-group.record.js';
export { CATEGORY_PRICE_RESOURCES } from './resources.record.js';
