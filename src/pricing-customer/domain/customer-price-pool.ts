import { judgementOf, type Pool, type PriceRow, type ProductFacts } from '../../../libs/pricing/index.js';
import { judgeCustomerPrices } from './judge-customer-prices.js';

/** A customer's rows for one product, as the checks of a price book look at them. */
export const customerPricePool = (rows: readonly PriceRow[], productOn: (websiteId: number) => ProductFacts): Pool => ({
  rows,
  productOn,
  judge: (some, line, buyer, bases) => judgementOf(judgeCustomerPrices(some, line, buyer, bases), 'customer_price'),
});
