import { Injectable } from '@nestjs/common';
import { Database } from '../../../../libs/database/index.js';
import { ALL_STORES, type StoreView } from '../../../../libs/operations/index.js';
import { StoreViews } from '../../../../libs/web/index.js';
import { type StoreIds, Stores } from '../../ports/buyers.js';

interface StoreRow {
  readonly id: number;
  readonly website_id: number;
  readonly code: string;
}

const COLUMNS = 's.id, s.website_id, s.code';

const view = ({ id, website_id, code }: StoreRow): StoreView => ({ storeId: id, websiteId: website_id, code });

@Injectable()
export class TypeOrmStores extends Stores {
  constructor(private readonly db: Database) {
    super();
  }

  async byId(id: number): Promise<StoreIds | undefined> {
    const stores = this.db.from('store', 's').select(COLUMNS).where('s.id = ?');
    const row = await this.db.queryOne<StoreRow>(stores, [id]);
    return row && { id: row.id, websiteId: row.website_id, code: row.code };
  }

  async standardOf(websiteId: number): Promise<StoreIds | undefined> {
    const stores = this.db.from('store', 's').select(COLUMNS).where('s.website_id = ?');
    const first = stores.orderBy('s.is_default', 'DESC').addOrderBy('s.id').limit(1);
    const row = await this.db.queryOne<StoreRow>(first, [websiteId]);
    return row && { id: row.id, websiteId: row.website_id, code: row.code };
  }
}

/** Store views by their code in paths: one query by key for each request. */
@Injectable()
export class TypeOrmStoreViews extends StoreViews {
  constructor(private readonly db: Database) {
    super();
  }

  async byCode(code: string): Promise<StoreView | undefined> {
    const stores = this.db.from('store', 's').select(COLUMNS).where('s.code = ?');
    const row = await this.db.queryOne<StoreRow>(stores, [code]);
    return row && view(row);
  }

  /** A default website that has store views but no default one among them is served by its first, one without by all. */
  async standard(): Promise<StoreView> {
    const stores = this.db.from('website', 'w').innerJoin('store', 's', 's.website_id = w.id').select(COLUMNS);
    const first = stores.where('w.is_default = 1').orderBy('s.is_default', 'DESC').addOrderBy('s.id').limit(1);
    const row = await this.db.queryOne<StoreRow>(first);
    return row ? view(row) : ALL_STORES;
  }
}
