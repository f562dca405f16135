import { Injectable } from '@nestjs/common';
import { Database } from '../../../../libs/persistence/index.js';
import { ALL_STORES, type StoreView, StoreViews } from '../../../../libs/webapi/index.js';
import { type StorePlace, Stores } from '../../ports/buyers.js';

interface StoreRow {
  readonly id: number;
  readonly website_id: number;
  readonly code: string;
}

const view = ({ id, website_id, code }: StoreRow): StoreView => ({ storeId: id, websiteId: website_id, code });

@Injectable()
export class TypeOrmStores extends Stores {
  constructor(private readonly db: Database) {
    super();
  }

  async byId(id: number): Promise<StorePlace | undefined> {
    const row = await this.db.queryOne<StoreRow>('SELECT id, website_id, code FROM store WHERE id = ?', [id]);
    return row && { id: row.id, websiteId: row.website_id, code: row.code };
  }

  async standardOf(websiteId: number): Promise<StorePlace | undefined> {
    const row = await this.db.queryOne<StoreRow>(
      'SELECT id, website_id, code FROM store WHERE website_id = ? ORDER BY is_default DESC, id LIMIT 1',
      [websiteId],
    );
    return row && { id: row.id, websiteId: row.website_id, code: row.code };
  }
}

/** The store views as paths name them: asked on each request, so one query by a key. */
@Injectable()
export class TypeOrmStoreViews extends StoreViews {
  constructor(private readonly db: Database) {
    super();
  }

  async byCode(code: string): Promise<StoreView | undefined> {
    const row = await this.db.queryOne<StoreRow>('SELECT id, website_id, code FROM store WHERE code = ?', [code]);
    return row && view(row);
  }

  /** A default website that has store views but no default one among them is served by its first, one without by all. */
  async standard(): Promise<StoreView> {
    const row = await this.db.queryOne<StoreRow>(
      'SELECT s.id, s.website_id, s.code FROM website w JOIN store s ON s.website_id = w.id ' +
        'WHERE w.is_default = 1 ORDER BY s.is_default DESC, s.id LIMIT 1',
    );
    return row ? view(row) : ALL_STORES;
  }
}
