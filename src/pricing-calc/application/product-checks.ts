import { Injectable } from '@nestjs/common';
import { type Finding, type LintContext, PriceChecks, ROW_RULES, wantsAny } from '../../../libs/pricing/index.js';
import { allProducts, pricedProducts, ProductBook } from '../../commerce/index.js';
import { lintProduct } from '../domain/lint-products.js';

/** Checks price, special price and tiers of each product. */
@Injectable()
export class ProductChecks extends PriceChecks {
  constructor(private readonly book: ProductBook) {
    super();
  }

  async *find(context: LintContext): AsyncGenerator<readonly Finding[], void> {
    if (!wantsAny(context, ROW_RULES)) return;
    for await (const products of allProducts(this.book)) {
      const tiers = await this.book.tiersOf(products.map(({ id }) => id));
      yield products.flatMap((product) =>
        lintProduct({ id: product.id, on: pricedProducts(product), tiers: tiers.get(product.id) ?? [] }, context),
      );
    }
  }
}
