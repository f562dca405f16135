import { Injectable } from '@nestjs/common';
import { Database, type Params } from '../../../../libs/database/index.js';
import type { WebsiteFacts } from '../../domain/website.js';
import { Websites } from '../../ports/websites.js';

interface WebsiteRow {
  readonly id: number;
  readonly code: string;
  readonly name: string;
  readonly base_currency: string;
  readonly timezone: string;
  readonly is_default: number;
}

const COLUMNS = 'w.id, w.code, w.name, w.base_currency, w.timezone, w.is_default';

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
    return this.db.queryOne(this.db.from('website', 'w').select(COLUMNS).where(where), params);
  }
}
