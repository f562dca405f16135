import type { Resource } from '../../libs/records/index.js';
import { customerPriceResource } from './customer-price.record.js';

export { customerPriceResource } from './customer-price.record.js';

export const CUSTOMER_PRICE_RESOURCES: readonly Resource[] = [customerPriceResource];
