import { Injectable } from '@nestjs/common';
import { chunks, Database, inList } from '../../../../../libs/database/index.js';
import { ProductIdentifiers, type SharedIdentifier } from '../../ports/product-identifiers.js';

const AT_ONCE = 500;

/** SQL by hand: whoever loses a race must see who won, not fail. */
@Injectable()
export class SqlProductIdentifiers extends ProductIdentifiers {
  constructor(private readonly database: Database) {
    super();
  }

  async holderBut(identifier: string, sku: string): Promise<string | undefined> {
    const holder = await this.database.queryOne<{ sku: string }>(
      `SELECT sku FROM passport_identifier WHERE identifier = ?${this.database.lock}`,
      [identifier],
    );
    if (!holder || holder.sku === sku) return undefined;
    const other = await this.database.queryOne(
      'SELECT id FROM passport_identifier_other WHERE identifier = ? AND sku = ?',
      [identifier, sku],
    );
    return other ? undefined : holder.sku;
  }

  async claim(identifier: string, sku: string, at: string): Promise<string | undefined> {
    await this.hold([identifier], sku, at);
    return this.holderBut(identifier, sku);
  }

  async claimAll(
    identifiers: readonly string[],
    sku: string,
    at: string,
  ): Promise<{ readonly identifier: string; readonly sku: string } | undefined> {
    // In one order, so that two who want the same don't wait for each other in a circle.
    for (const some of chunks(identifiers.toSorted(), AT_ONCE)) await this.hold(some, sku, at);
    for (const some of chunks(identifiers, AT_ONCE)) {
      const { text, params } = inList('identifier', some);
      const others = await this.database.query<{ identifier: string }>(
        `SELECT identifier FROM passport_identifier WHERE ${text} AND sku <> ?${this.database.lock}`,
        [...params, sku],
      );
      for (const { identifier } of others) {
        const holder = await this.holderBut(identifier, sku);
        if (holder !== undefined) return { identifier, sku: holder };
      }
    }
    return undefined;
  }

  private async hold(identifiers: readonly string[], sku: string, at: string): Promise<void> {
    const columns = ['identifier', 'sku', 'published_at'];
    const rows = identifiers.map((identifier) => [identifier, sku, at]);
    const sql = this.database.dialect.upsert('passport_identifier', columns, ['identifier'], [], rows.length);
    await this.database.run(sql, rows.flat());
  }

  shared(after: string, count: number): Promise<readonly SharedIdentifier[]> {
    return this.database.query<SharedIdentifier>(
      'SELECT i.identifier AS identifier, i.sku AS sku, o.sku AS otherSku FROM passport_identifier_other o ' +
        'JOIN passport_identifier i ON i.identifier = o.identifier AND i.sku <> o.sku ' +
        `WHERE o.identifier > ? ORDER BY o.identifier, o.sku LIMIT ${count}`,
      [after],
    );
  }
}
