import { Injectable } from '@nestjs/common';
import { at } from '../../../libs/kernel/index.js';
import {
  type RecordChange,
  type Records,
  RecordStore,
  type RecordHooks,
  RowRefused,
} from '../../../libs/records/index.js';
import { sameWebsitePrices, type WebsiteAmounts } from '../domain/product.js';
import type { Product } from '../product.record.js';
import { type ProductWebsitePrice, productWebsitePriceResource } from '../product-website-price.record.js';

/** A row of a product's list, with the product's index in the batch and the row's position. */
interface PlacedRow {
  readonly product: number;
  readonly position: number;
  readonly row: ProductWebsitePrice;
}

const EVERY = 1_000_000;
const CHUNK = 900;

const amountsOf = ({ id: _id, productId: _productId, ...amounts }: ProductWebsitePrice): WebsiteAmounts => amounts;

/** A product's website prices are in a separate table; the database deletes them with the product. */
@Injectable()
export class ProductHooks implements RecordHooks<Product> {
  private readonly prices: Records<ProductWebsitePrice>;

  constructor(store: RecordStore) {
    this.prices = store.recordsOf(productWebsitePriceResource);
  }

  async complete(ids: readonly number[]): Promise<ReadonlyMap<number, Pick<Product, 'websitePrices'>>> {
    const lists = new Map<number, WebsiteAmounts[]>(ids.map((id) => [id, []]));
    for (const row of await this.pricesOf(ids)) lists.get(row.productId)?.push(amountsOf(row));
    return new Map([...lists].map(([id, websitePrices]) => [id, { websitePrices }]));
  }

  /** Rewrites a changed list in the order in which it was sent. */
  async stored(batch: readonly RecordChange<Product>[]): Promise<void> {
    const had: number[] = [];
    const added: PlacedRow[] = [];
    for (const [product, { previous, next }] of batch.entries()) {
      const before = previous?.websitePrices ?? [];
      if (!next || sameWebsitePrices(before, next.websitePrices)) continue;
      if (before.length > 0) had.push(next.id);
      for (const [position, amounts] of next.websitePrices.entries())
        added.push({ product, position, row: { ...amounts, id: 0, productId: next.id } });
    }
    const gone = await this.pricesOf(had);
    if (gone.length > 0) await this.prices.remove(gone.map(({ id }) => id));
    if (added.length > 0) await this.add(added);
  }

  private async add(added: readonly PlacedRow[]): Promise<void> {
    try {
      await this.prices.insert(added.map(({ row }) => row));
    } catch (error) {
      const refused = error instanceof RowRefused ? added[error.index] : undefined;
      if (!refused || !(error instanceof RowRefused)) throw error;
      const [first, ...more] = error.faults;
      const path = `website_prices[${refused.position}]`;
      throw new RowRefused(refused.product, at(path, first), ...more.map((fault) => at(path, fault)));
    }
  }

  private async pricesOf(productIds: readonly number[]): Promise<readonly ProductWebsitePrice[]> {
    const rows: ProductWebsitePrice[] = [];
    for (let start = 0; start < productIds.length; start += CHUNK) {
      const values = productIds.slice(start, start + CHUNK);
      const { items } = await this.prices.search({
        groups: [[{ property: 'productId', condition: 'in', values }]],
        sort: [],
        page: 1,
        pageSize: EVERY,
      });
      rows.push(...items);
    }
    return rows;
  }
}
