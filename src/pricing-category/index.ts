export { categoryPriceResource } from './category-price.record.js';
