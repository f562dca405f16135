import { Injectable } from '@nestjs/common';
import { Database, type Params } from '../../../../libs/database/index.js';
import { ALL_STORES, type StoreView } from '../../../../libs/operations/index.js';
import { StoreViews } from '../../../../libs/web/index.js';
import { type StoreIds, Stores, CustomerGroups, Websites } from '../../ports/buyers.js';
import type { WebsiteFacts } from '../../domain/website.js';

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

/** Store views by the code in paths; one query by key for each request. */
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

  /**
   * The default store view of the default website. Without one it is the website's first store view, and without any
   * it is `all`.
   */
  async standard(): Promise<StoreView> {
    const stores = this.db.from('website', 'w').innerJoin('store', 's', 's.website_id = w.id').select(COLUMNS);
    const first = stores.where('w.is_default = 1').orderBy('s.is_default', 'DESC').addOrderBy('s.id').limit(1);
    const row = await this.db.queryOne<StoreRow>(first);
    return row ? view(row) : ALL_STORES;
  }
}

@Injectable()
export class TypeOrmCustomerGroups extends CustomerGroups {
  constructor(private readonly db: Database) {
    super();
  }

  async exists(id: number): Promise<boolean> {
    const group = this.db.from('customer_group', 'g').select('g.id', 'id').where('g.id = ?');
    return (await this.db.queryOne(group, [id])) !== undefined;
  }
}

interface WebsiteRow {
  readonly id: number;
  readonly code: string;
  readonly name: string;
  readonly base_currency: string;
  readonly timezone: string;
  readonly is_default: number;
}

const WEBSITE_COLUMNS = 'w.id, w.code, w.name, w.base_currency, w.timezone, w.is_default';

const toWebsite = (row: WebsiteRow): WebsiteFacts => ({
  id: row.id,
  code: row.code,
  name: row.name,
  baseCurrency: row.base_currency,
  timezone: row.timezone,
  isDefault: row.is_default,
});

@Injectable()
export class TypeOrmWebsites extends Websites {
  constructor(private readonly db: Database) {
    super();
  }

  async byId(id: number): Promise<WebsiteFacts | undefined> {
    const row = await this.one('w.id = ?', [id]);
    return row && toWebsite(row);
  }

  async standard(): Promise<WebsiteFacts> {
    const row = await this.one('w.is_default = 1');
    if (!row) throw new Error('there is no default website');
    return toWebsite(row);
  }

  private one(where: string, params?: Params): Promise<WebsiteRow | undefined> {
    return this.db.queryOne(this.db.from('website', 'w').select(WEBSITE_COLUMNS).where(where), params);
  }
}
