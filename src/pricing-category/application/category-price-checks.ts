import { Injectable } from '@nestjs/common';
import {
  type Finding,
  type LintContext,
  lintPool,
  PriceChecks,
  ROW_RULES,
  wantsAny,
} from '../../../libs/pricing/index.js';
import { allProducts, pricedProduct, ProductBook } from '../../commerce/index.js';
import { categoryPool, CostliestByCategory } from '../domain/lint-category-prices.js';
import { CategoryPriceBook } from '../ports/category-price-rows.js';

/** Compares the rows of one customer or group for one category. */
@Injectable()
export class CategoryPriceChecks extends PriceChecks {
  constructor(
    private readonly book: CategoryPriceBook,
    private readonly products: ProductBook,
  ) {
    super();
  }

  async *find(context: LintContext): AsyncGenerator<readonly Finding[], void> {
    if (!wantsAny(context, ROW_RULES)) return;
    const costliest = new CostliestByCategory();
    if (context.wants('below_cost')) {
      for await (const products of allProducts(this.products)) {
        for (const { buyer } of context.websites)
          for (const product of products) costliest.take(pricedProduct(product, buyer.websiteId), buyer.websiteId);
        yield [];
      }
    }
    for await (const batch of this.book.batches()) {
      yield batch.flatMap(({ categoryId, rows }) =>
        lintPool(categoryPool(rows), context, (website) => costliest.productsIn(categoryId, website)),
      );
    }
  }
}
