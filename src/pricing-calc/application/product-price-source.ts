import { Injectable } from '@nestjs/common';
import type { MaybePromise } from '../../../libs/kernel/index.js';
import {
  type Bases,
  type Buyer,
  type Dated,
  type Evaluation,
  type Line,
  type LoadDepth,
  type PriceRow,
  PriceSource,
  type PricedProduct,
  type Reach,
  SAME_FOR_GROUP,
} from '../../../libs/pricing/index.js';
import { ProductTiers } from '../../commerce/index.js';
import { evaluateProductPrices } from '../domain/evaluate-product-prices.js';

/** The product's own prices, always installed. Price and special price are part of the product; tiers are loaded. */
@Injectable()
export class ProductPriceSource extends PriceSource<readonly PriceRow[]> {
  constructor(private readonly tiers: ProductTiers) {
    super();
  }

  load(
    { groupId, websiteId }: Buyer,
    products: readonly PricedProduct[],
    depth: LoadDepth,
  ): MaybePromise<ReadonlyMap<number, readonly PriceRow[]>> {
    const ids = products.map(({ id }) => id);
    return this.tiers.findTiers(ids, { groupId, websiteId: depth === 'all' ? undefined : websiteId });
  }

  override reach(): Reach {
    return SAME_FOR_GROUP;
  }

  override isPersonal(): boolean {
    return false;
  }

  evaluate(tiers: readonly PriceRow[] | undefined, line: Line, buyer: Buyer, bases: Bases): readonly Evaluation[] {
    return evaluateProductPrices(tiers ?? [], line, buyer, bases);
  }

  /** The days of the special price are part of the product. */
  periods(tiers: readonly PriceRow[] | undefined): readonly Dated[] {
    return tiers ?? [];
  }
}
