import type { Resource } from '../../libs/records/index.js';
import { priceListResource } from './price-list.record.js';
import { priceListCustomerResource } from './price-list-customer.record.js';
import { priceListGroupResource } from './price-list-group.record.js';
import { priceListProductResource } from './price-list-product.record.js';

export const PRICE_LIST_RESOURCES: readonly Resource[] = [
  priceListResource,
  priceListProductResource,
  priceListCustomerResource,
  priceListGroupResource,
].map((resource: unknown) => resource as Resource);
