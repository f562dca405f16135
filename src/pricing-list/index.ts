export { type PriceList, priceListResource } from './price-list.record.js';
export { type PriceListCustomer, priceListCustomerResource } from './price-list-customer.record.js';
export { type PriceListGroup, priceListGroupResource } from './price-list-group.record.js';
export { type PriceListProduct, priceListProductResource } from './price-list-product.record.js';
export { PRICE_LIST_RESOURCES } from './resources.record.js';
