import { Injectable } from '@nestjs/common';
import {
  expired,
  type Finding,
  type LintContext,
  lintPool,
  PriceChecks,
  ROW_RULES,
  wantsAny,
} from '../../../libs/pricing/index.js';
import { pricedProducts, PricedProducts } from '../../commerce/index.js';
import { lintList, listPool, listMayStillCount } from '../domain/lint-price-lists.js';
import { type ListedRows, PriceListRows } from '../ports/price-list-rows.js';

/** Checks each list, and compares the rows of a list for one product. */
@Injectable()
export class PriceListChecks extends PriceChecks {
  constructor(
    private readonly stored: PriceListRows,
    private readonly products: PricedProducts,
  ) {
    super();
  }

  async *find(context: LintContext): AsyncGenerator<readonly Finding[], void> {
    if (wantsAny(context, ['empty_list', 'expired'])) {
      for await (const lists of this.stored.lists()) yield lists.flatMap((list) => lintList(list, context.websites));
    }
    if (!wantsAny(context, ROW_RULES)) return;
    for await (const batch of this.stored.rows()) {
      // An expired list is one finding. Its rows are not reported.
      yield await this.ofRows(
        batch.filter(({ list }) => listMayStillCount(list, context.websites)),
        context,
      );
    }
  }

  private async ofRows(batch: readonly ListedRows[], context: LintContext): Promise<readonly Finding[]> {
    const products = await this.products.byIds(batch.map(({ productId }) => productId));
    return batch.flatMap(({ productId, rows }) => {
      const product = products.get(productId);
      // An inactive product is never priced, so its other rows are not compared.
      if (product?.isActive !== 1) return rows.flatMap((row) => expired(row, context.websites));
      return lintPool(listPool(rows, pricedProducts(product)), context);
    });
  }
}
