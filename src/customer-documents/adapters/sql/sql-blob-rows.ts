import { Injectable } from '@nestjs/common';
import { Unavailable } from '../../../../libs/kernel/index.js';
import { Database, refusedBy } from '../../../../libs/database/index.js';
import type { ScanState } from '../../domain/scan.js';

interface BlobRow {
  readonly id: number;
  readonly key: string;
}

interface StoredRow {
  readonly id: number;
  readonly storage_key: string;
}

interface BlobBytes {
  readonly sha256: string;
  readonly size: number;
  readonly key: string;
  readonly scan: ScanState;
}

/** A concurrent writer of the same bytes can delete the row before it is locked, but not repeatedly without end. */
const TRIES_MAX = 5;

const PORTION = 1000;

const IS_FILE = 'EXISTS (SELECT 1 FROM customer_document_file f WHERE f.blob_id = b.id)';
const IS_KEPT = 'EXISTS (SELECT 1 FROM document_blob_kept k WHERE k.blob_id = b.id)';

/** Bytes with their scan state, and whether they are kept permanently. */
interface KeepableRow {
  readonly id: number;
  readonly storage_key: string;
  readonly scan_state: ScanState | null;
  readonly is_kept: number;
}

/**
 * Rows of the table `document_blob`. All methods except `keys` must run inside a write transaction. Plain SQL,
 * because each row is locked before it is checked.
 */
@Injectable()
export class SqlBlobRows {
  constructor(private readonly database: Database) {}

  /** Returns the locked row of these bytes. Creates it with the given key if it does not exist. */
  async take(bytes: BlobBytes, at: Date): Promise<BlobRow> {
    for (let tries = 0; tries < TRIES_MAX; tries += 1) {
      const row = await this.database.queryOne<StoredRow>(
        `SELECT id, storage_key FROM document_blob WHERE sha256 = ?${this.database.lock}`,
        [bytes.sha256],
      );
      if (row) return { id: row.id, key: row.storage_key };
      const id = await this.insert(bytes, at);
      if (id !== undefined) return { id, key: bytes.key };
    }
    throw new Unavailable(1);
  }

  /** The row with this hash. Inside a write transaction, the row is locked. */
  keepable(sha256: string): Promise<KeepableRow | undefined> {
    return this.database.queryOne<KeepableRow>(
      `SELECT b.id, b.storage_key, b.scan_state, ${IS_KEPT} AS is_kept FROM document_blob b ` +
        `WHERE b.sha256 = ?${this.database.lock}`,
      [sha256],
    );
  }

  /** Keeps these bytes permanently, so that `release` does not delete them. */
  async keep(id: number, at: Date): Promise<void> {
    await this.database.run('INSERT INTO document_blob_kept (blob_id, kept_at) VALUES (?, ?)', [id, at]);
  }

  /** The keys of all rows in use, in batches. */
  async *keys(): AsyncGenerator<readonly string[], void> {
    for (let after = 0; ;) {
      const rows = await this.database.query<StoredRow>(
        'SELECT b.id, b.storage_key FROM document_blob b WHERE b.id > ? ' +
          `AND (${IS_FILE} OR ${IS_KEPT}) ORDER BY b.id LIMIT ${PORTION}`,
        [after],
      );
      const last = rows.at(-1);
      if (!last) return;
      yield rows.map(({ storage_key }) => storage_key);
      after = last.id;
    }
  }

  /** Locks these rows in order, deletes those that nothing uses, and returns their keys. */
  async release(ids: readonly number[]): Promise<readonly string[]> {
    const keys: string[] = [];
    for (const id of [...new Set(ids)].sort((one, other) => one - other)) {
      const row = await this.database.queryOne<StoredRow>(
        `SELECT id, storage_key FROM document_blob WHERE id = ?${this.database.lock}`,
        [id],
      );
      if (!row || (await this.isReferred(id))) continue;
      await this.database.run('DELETE FROM document_blob WHERE id = ?', [id]);
      keys.push(row.storage_key);
    }
    return keys;
  }

  async isKey(key: string): Promise<boolean> {
    return (await this.database.queryOne('SELECT id FROM document_blob WHERE storage_key = ?', [key])) !== undefined;
  }

  /** Returns a batch of unreferenced rows. */
  async unused(): Promise<readonly number[]> {
    const rows = await this.database.query<{ id: number }>(
      `SELECT b.id FROM document_blob b WHERE NOT ${IS_FILE} AND NOT ${IS_KEPT} ORDER BY b.id LIMIT 500`,
    );
    return rows.map(({ id }) => id);
  }

  private async isReferred(id: number): Promise<boolean> {
    const row = await this.database.queryOne(
      `SELECT b.id FROM document_blob b WHERE b.id = ? AND (${IS_FILE} OR ${IS_KEPT})`,
      [id],
    );
    return row !== undefined;
  }

  /** Undefined if a concurrent insert was faster. */
  private async insert({ sha256, size, key, scan }: BlobBytes, at: Date): Promise<number | undefined> {
    try {
      const { insertId } = await this.database.run(
        'INSERT INTO document_blob (sha256, storage_key, size, created_at, scan_state) VALUES (?, ?, ?, ?, ?)',
        [sha256, key, size, at, scan],
      );
      return insertId;
    } catch (error) {
      if (refusedBy(error) === 'unique') return undefined;
      throw error;
    }
  }
}
