import { AddIndex, index } from '../../../libs/database/index.js';

/** Who asks what has changed since (`updated_at`, pricing.md §1) mustn't walk through millions of rows. */
export class AddPriceListUpdatedAt extends AddIndex {
  readonly name = '20261121180000-price-list-updated-at';
  readonly table = 'price_list';
  readonly index = index('price_list_updated_at', 'updated_at');
}

export class AddPriceListProductUpdatedAt extends AddIndex {
  readonly name = '20261121180001-price-list-product-updated-at';
  readonly table = 'price_list_product';
  readonly index = index('price_list_product_updated_at', 'updated_at');
}

export class AddPriceListCustomerUpdatedAt extends AddIndex {
  readonly name = '20261121180002-price-list-customer-updated-at';
  readonly table = 'price_list_customer';
  readonly index = index('price_list_customer_updated_at', 'updated_at');
}

export class AddPriceListGroupUpdatedAt extends AddIndex {
  readonly name = '20261121180003-price-list-group-updated-at';
  readonly table = 'price_list_group';
  readonly index = index('price_list_group_updated_at', 'updated_at');
}
