import type { Resource } from '../../libs/records/index.js';
import { customerPriceResource } from './customer-price.record.js';

export { type CustomerPrice, customerPriceResource } from './customer-price.record.js';

/** All that this room stores. */
export const CUSTOMER_PRICE_RESOURCES: readonly Resource[] = [customerPriceResource];
