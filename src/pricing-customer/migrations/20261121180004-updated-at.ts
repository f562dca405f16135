import { addUpdatedAtIndex } from '../../../libs/database/index.js';

export const CUSTOMER_PRICE_UPDATED_AT = addUpdatedAtIndex(
  '20261121180004-customer-price-updated-at',
  'customer_price',
);
