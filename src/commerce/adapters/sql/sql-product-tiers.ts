import { Injectable } from '@nestjs/common';
import { Decimal } from '../../../../libs/kernel/index.js';
import { Database, inChunks, inList } from '../../../../libs/database/index.js';
import { byProduct, FIXED, type PriceRow, PRICE_ROWS_LOADED } from '../../../../libs/pricing/index.js';
import { ProductTiers, type TierReach } from '../../ports/products.js';

export interface TierRow {
  readonly id: number;
  readonly product_id: number;
  readonly website_id: number;
  readonly qty: number | string;
  readonly value: number | string;
}

/** A tier is a fixed price in the website's base currency, without dates (pricing.md §4). */
export const tierRow = (row: TierRow): PriceRow => ({
  recordType: 'productTierPrice',
  id: row.id,
  parentId: null,
  name: null,
  websiteId: row.website_id,
  qty: new Decimal(row.qty),
  value: new Decimal(row.value),
  applicationType: FIXED,
  priceAttribute: 'price',
  currency: null,
  fromDate: null,
  toDate: null,
});

/** Uses plain SQL, because a price request may read hundreds of rows. */
@Injectable()
export class SqlProductTiers extends ProductTiers {
  constructor(private readonly db: Database) {
    super();
  }

  async findTiers(
    productIds: readonly number[],
    { groupId, websiteId }: TierReach,
  ): Promise<ReadonlyMap<number, readonly PriceRow[]>> {
    const rows = await inChunks([...new Set(productIds)], (part) => {
      const products = inList('product_id', part);
      const websites = websiteId === undefined ? '' : ' AND website_id IN (0, ?)';
      return this.db.query<TierRow>(
        `SELECT id, product_id, website_id, qty, value FROM product_tier_price WHERE ${products.text} ` +
          `AND (customer_group_id IS NULL OR customer_group_id = ?)${websites} ORDER BY id`,
        [...products.params, groupId, ...(websiteId === undefined ? [] : [websiteId])],
      );
    });
    PRICE_ROWS_LOADED.add(rows.length, 'product');
    return byProduct(rows, tierRow);
  }
}
