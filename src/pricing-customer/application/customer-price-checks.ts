import { Injectable } from '@nestjs/common';
import {
  expired,
  type Finding,
  type LintContext,
  lintPool,
  PriceChecks,
  ROW_RULES,
  wantsAny,
  judgementOf,
  type Pool,
  type PriceRow,
  type ProductFacts,
} from '../../../libs/pricing/index.js';
import { factsOnEach, PricedProducts } from '../../commerce/index.js';
import { CustomerPriceRows } from '../ports/customer-price-rows.js';
import { judgeCustomerPrices } from '../domain/judge-customer-prices.js';

const customerPricePool = (rows: readonly PriceRow[], productOn: (websiteId: number) => ProductFacts): Pool => ({
  rows,
  productOn,
  judge: (some, line, buyer, bases) => judgementOf(judgeCustomerPrices(some, line, buyer, bases), 'customer_price'),
});

/** Compares the rows that one customer has for one product. */
@Injectable()
export class CustomerPriceChecks extends PriceChecks {
  constructor(
    private readonly stored: CustomerPriceRows,
    private readonly products: PricedProducts,
  ) {
    super();
  }

  async *find(context: LintContext): AsyncGenerator<readonly Finding[], void> {
    if (!wantsAny(context, ROW_RULES)) return;
    for await (const batch of this.stored.batches()) {
      const products = await this.products.byIds(batch.map(({ productId }) => productId));
      yield batch.flatMap(({ productId, rows }) => {
        const product = products.get(productId);
        // An inactive product is never priced, so its other rows are not compared.
        if (product?.isActive !== 1) return rows.flatMap((row) => expired(row, context.places));
        return lintPool(customerPricePool(rows, factsOnEach(product)), context);
      });
    }
  }
}
