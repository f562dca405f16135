import { Injectable } from '@nestjs/common';
import { Database } from '../../../../libs/persistence/index.js';
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

const COLUMNS = 'id, code, name, base_currency, timezone, is_default';

const facts = (row: WebsiteRow): WebsiteFacts => ({
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
    const row = await this.db.queryOne<WebsiteRow>(`SELECT ${COLUMNS} FROM website WHERE id = ?`, [id]);
    return row && facts(row);
  }

  async standard(): Promise<WebsiteFacts> {
    const row = await this.db.queryOne<WebsiteRow>(`SELECT ${COLUMNS} FROM website WHERE is_default = 1`);
    if (!row) throw new Error('there is no default website');
    return facts(row);
  }
}
