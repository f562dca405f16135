import { Injectable } from '@nestjs/common';
import { type MaybePromise, whenThere } from '../../../libs/kernel/index.js';
import {
  type Bases,
  type Buyer,
  type Dated,
  type Evaluation,
  type Line,
  ONLY_ROWS_SHOW,
  PriceSource,
  type PricedProduct,
  type Reach,
  SAME_FOR_GROUP,
} from '../../../libs/pricing/index.js';
import {
  categoriesOf,
  type CategoryRow,
  evaluateCategoryPrices,
  rowsByProduct,
} from '../domain/evaluate-category-prices.js';
import { CategoryPriceRows } from '../ports/category-price-rows.js';

@Injectable()
export class CategoryPriceSource extends PriceSource<readonly CategoryRow[]> {
  constructor(private readonly rows: CategoryPriceRows) {
    super();
  }

  load(
    { customerId, groupId }: Buyer,
    products: readonly PricedProduct[],
  ): MaybePromise<ReadonlyMap<number, readonly CategoryRow[]>> {
    const categories = categoriesOf(products);
    if (categories.length === 0) return new Map();
    return whenThere(this.rows.find(customerId, groupId, categories), (rows) =>
      rows.size === 0 ? new Map() : rowsByProduct(products, rows),
    );
  }

  override reach({ customerId }: Buyer): MaybePromise<Reach> {
    if (customerId === null) return SAME_FOR_GROUP;
    return whenThere(this.rows.hasAny(customerId), (any) => (any ? ONLY_ROWS_SHOW : SAME_FOR_GROUP));
  }

  override isPersonal(rows: readonly CategoryRow[] | undefined): boolean {
    return rows?.some(({ isCustomers }) => isCustomers) === true;
  }

  evaluate(rows: readonly CategoryRow[] | undefined, line: Line, buyer: Buyer, bases: Bases): readonly Evaluation[] {
    return evaluateCategoryPrices(rows ?? [], line, buyer, bases);
  }

  periods(rows: readonly CategoryRow[] | undefined): readonly Dated[] {
    return rows ?? [];
  }
}
