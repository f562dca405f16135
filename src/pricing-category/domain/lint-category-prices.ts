import {
  ANY_PRODUCT,
  comparableForAll,
  costMeasures,
  CostliestProducts,
  evaluationOf,
  type LintWebsite,
  type Pool,
  type PricedProduct,
} from '../../../libs/pricing/index.js';
import { type CategoryRow, evaluateCategoryPrices } from './evaluate-category-prices.js';

/** The rows of one customer or group for one category, which apply to many products. */
export const categoryPool = (rows: readonly CategoryRow[]): Pool<CategoryRow> => ({
  rows,
  productOn: () => ANY_PRODUCT,
  evaluate: (some, line, buyer, bases) =>
    evaluationOf(evaluateCategoryPrices(some, line, buyer, bases), 'categoryprice'),
  rankOf: ({ priority }) => priority,
  comparable: (one, other, buyer) => comparableForAll(one, other, one.priority === other.priority, buyer),
});

/** Keeps, for each category and website, the products for which a low price would first result in a loss. */
export class CostliestByCategory {
  private readonly found = new Map<string, CostliestProducts>();

  take(product: PricedProduct, websiteId: number): void {
    if (product.categoryIds.length === 0) return;
    const measures = costMeasures(product);
    if (measures.size === 0) return;
    for (const category of product.categoryIds) {
      const key = `${category} ${websiteId}`;
      const known = this.found.get(key) ?? new CostliestProducts();
      this.found.set(key, known);
      known.take(product, measures);
    }
  }

  productsIn(categoryId: number, { buyer }: LintWebsite): readonly PricedProduct[] {
    return this.found.get(`${categoryId} ${buyer.websiteId}`)?.all ?? [];
  }
}
