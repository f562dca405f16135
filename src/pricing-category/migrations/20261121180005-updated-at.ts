import { AddIndex, index } from '../../../libs/database/index.js';

/** Who asks what has changed since (`updated_at`, pricing.md §1) mustn't walk through millions of rows. */
export class AddCategoryPriceUpdatedAt extends AddIndex {
  readonly name = '20261121180005-category-price-updated-at';
  readonly table = 'category_price';
  readonly index = index('category_price_updated_at', 'updated_at');
}

export class AddCategoryPriceGroupUpdatedAt extends AddIndex {
  readonly name = '20261121180006-category-price-group-updated-at';
  readonly table = 'category_price_group';
  readonly index = index('category_price_group_updated_at', 'updated_at');
}
