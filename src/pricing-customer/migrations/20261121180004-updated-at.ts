import { AddIndex, index } from '../../../libs/database/index.js';

/** Who asks what has changed since (`updated_at`, pricing.md §1) mustn't walk through millions of rows. */
export class AddCustomerPriceUpdatedAt extends AddIndex {
  readonly name = '20261121180004-customer-price-updated-at';
  readonly table = 'customer_price';
  readonly index = index('customer_price_updated_at', 'updated_at');
}
