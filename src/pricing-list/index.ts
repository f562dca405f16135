export { priceListResource } from './price-list.record.js';
