import { Injectable } from '@nestjs/common';
import { Database, inChunks, inList } from '../../../../libs/database/index.js';
import { byProduct } from '../../../../libs/pricing/index.js';
import type { ProductRecord } from '../../domain/product.js';
import { ALL_WEBSITES, type WebsiteFacts } from '../../domain/website.js';
import { type GroupTier, ProductBook } from '../../ports/products.js';
import { SqlPricedProducts } from '../sql/sql-priced-products.js';
import { type TierRow, tierRow } from '../sql/sql-product-tiers.js';
import { TypeOrmWebsites } from './typeorm-stores.js';

interface GroupTierRow extends TierRow {
  readonly customer_group_id: number | null;
}

const tierOf = (row: GroupTierRow): GroupTier => ({ ...tierRow(row), customerGroupId: row.customer_group_id });

@Injectable()
export class TypeOrmProductBook extends ProductBook {
  constructor(
    private readonly database: Database,
    private readonly products: SqlPricedProducts,
    private readonly stored: TypeOrmWebsites,
  ) {
    super();
  }

  async after(id: number, count: number): Promise<readonly ProductRecord[]> {
    const products = this.database
      .from('product', 'p')
      .where('p.id > ? AND p.is_active = 1')
      .orderBy('p.id')
      .limit(count);
    const ids = await this.database.query<{ readonly id: number }>(products.select('p.id', 'id'), [id]);
    const found = await this.products.byIds(ids.map((row) => row.id));
    return ids.flatMap((row) => found.get(row.id) ?? []);
  }

  async tiersOf(productIds: readonly number[]): Promise<ReadonlyMap<number, readonly GroupTier[]>> {
    const rows = await inChunks(productIds, (part) => {
      const { text, params } = inList('t.product_id', part);
      const ofProducts = this.database.from('product_tier_price', 't').where(text).orderBy('t.id');
      return this.database.query<GroupTierRow>(
        ofProducts.select('t.id, t.product_id, t.website_id, t.customer_group_id, t.qty, t.value'),
        params,
      );
    });
    return byProduct(rows, tierOf);
  }

  async websites(): Promise<readonly WebsiteFacts[]> {
    const websites = this.database.from('website', 'w').where('w.id <> ?').orderBy('w.id');
    const ids = await this.database.query<{ readonly id: number }>(websites.select('w.id', 'id'), [ALL_WEBSITES]);
    const found: WebsiteFacts[] = [];
    for (const { id } of ids) {
      const website = await this.stored.byId(id);
      if (website) found.push(website);
    }
    return found;
  }
}
