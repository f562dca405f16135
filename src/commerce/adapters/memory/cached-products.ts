import { Inject, Injectable } from '@nestjs/common';
import {
  CacheManager,
  type VersionedCache,
  sizeOf,
  type MaybePromise,
  whenThere,
} from '../../../../libs/kernel/index.js';
import { bytesOfRows, type PriceRow } from '../../../../libs/pricing/index.js';
import type { ProductRecord } from '../../domain/product.js';
import { PricedProducts, ProductTiers, type TierReach } from '../../ports/products.js';
import { SqlPricedProducts } from '../sql/sql-priced-products.js';
import { SqlProductTiers } from '../sql/sql-product-tiers.js';

/** Constant owner, because a cache of names has only one. */
const ALL = 0;

/** Products, cached by SKU and evicted by the ids in the change log (pricing.md §5). */
@Injectable()
export class CachedPricedProducts extends PricedProducts {
  private readonly products: VersionedCache<ProductRecord>;

  constructor(
    @Inject(SqlPricedProducts) private readonly stored: PricedProducts,
    memory: CacheManager,
  ) {
    super();
    this.products = memory.cache<ProductRecord>({ named: { scope: 'product', idOf: ({ id }) => id }, bytes: sizeOf });
  }

  bySkus(skus: readonly string[]): MaybePromise<ReadonlyMap<string, ProductRecord>> {
    const found = new Map<string, ProductRecord>();
    const recalled = this.products.recall(
      [ALL],
      skus,
      (_, missing) => whenThere(this.stored.bySkus(missing), (products) => new Map([[ALL, products]])),
      (product, _, sku) => found.set(sku, product),
    );
    return whenThere(recalled, () => found);
  }

  byIds(ids: readonly number[]): Promise<ReadonlyMap<number, ProductRecord>> {
    return this.stored.byIds(ids);
  }
}

/** Tier prices, cached by group and website, and product. */
@Injectable()
export class CachedProductTiers extends ProductTiers {
  private readonly tiers: VersionedCache<readonly PriceRow[]>;

  constructor(
    @Inject(SqlProductTiers) private readonly stored: ProductTiers,
    memory: CacheManager,
  ) {
    super();
    this.tiers = memory.cache<readonly PriceRow[]>({ keys: 'product', bytes: bytesOfRows });
  }

  findTiers(productIds: readonly number[], reach: TierReach): MaybePromise<ReadonlyMap<number, readonly PriceRow[]>> {
    const found = new Map<number, readonly PriceRow[]>();
    const key = `${reach.groupId}:${reach.websiteId ?? ''}`;
    const recalled = this.tiers.recall(
      [key],
      productIds,
      (_, missing) => whenThere(this.stored.findTiers(missing, reach), (tiers) => new Map([[key, tiers]])),
      (rows, _, product) => found.set(product, rows),
    );
    return whenThere(recalled, () => found);
  }
}
