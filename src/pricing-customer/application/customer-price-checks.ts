import { Injectable } from '@nestjs/common';
import {
  expired,
  type Finding,
  type LintContext,
  lintPool,
  PriceChecks,
  ROW_RULES,
  wantsAny,
  evaluationOf,
  type Pool,
  type PriceRow,
  type PricedProduct,
} from '../../../libs/pricing/index.js';
import { pricedProducts, PricedProducts } from '../../commerce/index.js';
import { CustomerPriceRows } from '../ports/customer-price-rows.js';
import { evaluateCustomerPrices } from '../domain/evaluate-customer-prices.js';

const customerPricePool = (rows: readonly PriceRow[], productOn: (websiteId: number) => PricedProduct): Pool => ({
  rows,
  productOn,
  evaluate: (some, line, buyer, bases) =>
    evaluationOf(evaluateCustomerPrices(some, line, buyer, bases), 'customer_price'),
});

/** Compares the rows of one customer for one product. */
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
        if (product?.isActive !== 1) return rows.flatMap((row) => expired(row, context.websites));
        return lintPool(customerPricePool(rows, pricedProducts(product)), context);
      });
    }
  }
}
