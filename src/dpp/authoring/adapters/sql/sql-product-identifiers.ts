import { Injectable } from '@nestjs/common';
import { chunks, Database, inList } from '../../../../../libs/database/index.js';
import { type IdentifierHolder, isSameHolder } from '../../../passport/domain/index.js';
import { ProductIdentifiers, type SharedIdentifier } from '../../ports/product-identifiers.js';

const AT_ONCE = 500;

/** A row as stored. An empty text stands for no batch, because unique keys and comparisons ignore NULL. */
interface HolderRow {
  readonly sku: string;
  readonly batch: string;
}

const rowOf = ({ sku, batch }: IdentifierHolder): HolderRow => ({ sku, batch: batch ?? '' });
const holderOf = ({ sku, batch }: HolderRow): IdentifierHolder => ({ sku, batch: batch === '' ? null : batch });

/** Plain SQL, because the loser of a race must see the winner instead of failing. */
@Injectable()
export class SqlProductIdentifiers extends ProductIdentifiers {
  constructor(private readonly database: Database) {
    super();
  }

  async holderBut(identifier: string, own: IdentifierHolder): Promise<IdentifierHolder | undefined> {
    const row = await this.database.queryOne<HolderRow>(
      `SELECT sku, batch FROM passport_identifier WHERE identifier = ?${this.database.lock}`,
      [identifier],
    );
    if (!row || isSameHolder(holderOf(row), own)) return undefined;
    const { sku, batch } = rowOf(own);
    const other = await this.database.queryOne(
      'SELECT id FROM passport_identifier_other WHERE identifier = ? AND sku = ? AND batch = ?',
      [identifier, sku, batch],
    );
    return other ? undefined : holderOf(row);
  }

  async claim(
    identifiers: readonly string[],
    own: IdentifierHolder,
    at: string | null,
  ): Promise<{ readonly identifier: string; readonly holder: IdentifierHolder } | undefined> {
    // Sorted, so that two writers of the same identifiers do not deadlock.
    for (const some of chunks(identifiers.toSorted(), AT_ONCE)) await this.hold(some, own, at);
    const { sku, batch } = rowOf(own);
    for (const some of chunks(identifiers, AT_ONCE)) {
      const { text, params } = inList('identifier', some);
      const others = await this.database.query<{ identifier: string }>(
        `SELECT identifier FROM passport_identifier WHERE ${text} AND (sku <> ? OR batch <> ?)${this.database.lock}`,
        [...params, sku, batch],
      );
      for (const { identifier } of others) {
        const holder = await this.holderBut(identifier, own);
        if (holder !== undefined) return { identifier, holder };
      }
    }
    if (at !== null) await this.publish(identifiers, at);
    return undefined;
  }

  async giveBack(identifiers: readonly string[]): Promise<void> {
    for (const some of chunks(identifiers, AT_ONCE)) {
      const { text, params } = inList('identifier', some);
      await this.database.run(
        `DELETE FROM passport_identifier WHERE ${text} AND published_at IS NULL AND NOT EXISTS ` +
          '(SELECT 1 FROM passport_notice n WHERE n.identifier = passport_identifier.identifier)',
        params,
      );
    }
  }

  /** Turns reservations into permanent claims. */
  private async publish(identifiers: readonly string[], at: string): Promise<void> {
    for (const some of chunks(identifiers, AT_ONCE)) {
      const { text, params } = inList('identifier', some);
      await this.database.run(
        `UPDATE passport_identifier SET published_at = ? WHERE ${text} AND published_at IS NULL`,
        [at, ...params],
      );
    }
  }

  private async hold(identifiers: readonly string[], own: IdentifierHolder, at: string | null): Promise<void> {
    const { sku, batch } = rowOf(own);
    const columns = ['identifier', 'sku', 'batch', 'published_at'];
    const rows = identifiers.map((identifier) => [identifier, sku, batch, at]);
    const sql = this.database.dialect.upsert('passport_identifier', columns, ['identifier'], [], rows.length);
    await this.database.run(sql, rows.flat());
  }

  async shared(after: string, count: number): Promise<readonly SharedIdentifier[]> {
    const rows = await this.database.query<
      HolderRow & { readonly identifier: string; readonly otherSku: string; readonly otherBatch: string }
    >(
      'SELECT i.identifier AS identifier, i.sku AS sku, i.batch AS batch, o.sku AS otherSku, o.batch AS otherBatch ' +
        'FROM passport_identifier_other o ' +
        'JOIN passport_identifier i ON i.identifier = o.identifier AND (i.sku <> o.sku OR i.batch <> o.batch) ' +
        `WHERE o.identifier > ? ORDER BY o.identifier, o.sku, o.batch LIMIT ${count}`,
      [after],
    );
    return rows.map(({ identifier, otherSku, otherBatch, ...holder }) => ({
      identifier,
      holder: holderOf(holder),
      other: holderOf({ sku: otherSku, batch: otherBatch }),
    }));
  }
}
