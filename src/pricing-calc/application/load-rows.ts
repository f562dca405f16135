import { Injectable } from '@nestjs/common';
import { currentTimings, inSpanIfWaiting, type MaybePromise, whenThere } from '../../../libs/kernel/index.js';
import { type Buyer, type LoadDepth, PriceSources, type PricedProduct } from '../../../libs/pricing/index.js';
import { pricedProducts, PricedProducts, type ProductRecord } from '../../commerce/index.js';
import type { Loaded } from '../domain/price-line.js';

/** Records a span and the request's share of time if the rows are not cached. */
const measuredLoad = <T>(name: string, load: () => MaybePromise<T>): MaybePromise<T> => {
  const over = currentTimings()?.begin(`load-${name}`);
  const loaded = inSpanIfWaiting(`load ${name}`, load);
  if (!over || !(loaded instanceof Promise)) return loaded;
  return whenThere(loaded, (rows) => {
    over();
    return rows;
  });
};

/** The reach of all sources together. */
export interface BuyerReach {
  readonly key: string;
  readonly personal: ReadonlySet<number> | undefined;
}

/** Loads the data that lines are priced from, inside the caller's snapshot. */
@Injectable()
export class LoadRows {
  private readonly known = new WeakMap<ProductRecord, (websiteId: number) => PricedProduct>();

  constructor(
    private readonly products: PricedProducts,
    private readonly sources: PriceSources,
  ) {}

  /** The products with their values for a website, by SKU. An inactive product counts as unknown. */
  pricedProducts(skus: readonly string[], websiteId: number): MaybePromise<ReadonlyMap<string, PricedProduct>> {
    return whenThere(
      measuredLoad('products', () => this.products.bySkus(skus)),
      (found) => {
        const products = new Map<string, PricedProduct>();
        for (const [sku, product] of found)
          if (product.isActive === 1) products.set(sku, this.priced(product)(websiteId));
        return products;
      },
    );
  }

  /** Returns the same object for the same product, as long as the product is cached. */
  private priced(product: ProductRecord): (websiteId: number) => PricedProduct {
    let known = this.known.get(product);
    if (!known) this.known.set(product, (known = pricedProducts(product)));
    return known;
  }

  async reach(buyer: Buyer): Promise<BuyerReach> {
    const keys: string[] = [];
    let personal: Set<number> | undefined = new Set();
    for (const source of this.sources.all) {
      const found = measuredLoad(this.sources.nameOf(source), () => source.reach(buyer));
      const reach = found instanceof Promise ? await found : found;
      keys.push(reach.key);
      if (!reach.personal) personal = undefined;
      else for (const id of reach.personal) personal?.add(id);
    }
    return { key: keys.join(), personal };
  }

  /** The rows of every installed source, with one query per source for all products. */
  async load(buyer: Buyer, products: readonly PricedProduct[], depth: LoadDepth): Promise<readonly Loaded[]> {
    const loaded: Loaded[] = [];
    if (products.length === 0) return loaded;
    // Sequential, because the statements of a snapshot share a connection.
    for (const source of this.sources.all) {
      const rows = measuredLoad(this.sources.nameOf(source), () => source.load(buyer, products, depth));
      loaded.push({ source, rows: rows instanceof Promise ? await rows : rows });
    }
    return loaded;
  }
}
