import { Injectable, Logger } from '@nestjs/common';
import { Database, inChunks, inList } from '../../../../libs/database/index.js';
import type { ScanState } from '../../domain/scan.js';
import { BlobStore } from '../../ports/blob-store.js';
import {
  type DocumentKind,
  FileRecords,
  type StoredFile,
  type NewFile,
  type DocumentFile,
} from '../../ports/file-records.js';
import { SqlBlobRows } from './sql-blob-rows.js';

interface FileRow {
  readonly document_id: number;
  readonly name: string;
  readonly mime_type: string;
  readonly updated_at: string;
  readonly size: number | string;
  readonly sha256: string;
  readonly storage_key: string;
  readonly scan_state: ScanState | null;
}

const FILES =
  'SELECT f.document_id, f.name, f.mime_type, f.updated_at, b.size, b.sha256, b.storage_key, b.scan_state ' +
  'FROM customer_document_file f JOIN document_blob b ON b.id = f.blob_id';

const fileOf = (row: FileRow): StoredFile => ({
  documentId: row.document_id,
  name: row.name,
  size: Number(row.size),
  mimeType: row.mime_type,
  sha256: row.sha256,
  updatedAt: new Date(row.updated_at),
  key: row.storage_key,
  scan: row.scan_state ?? 'not_scanned',
});

/**
 * The tables `customer_document_file` and `document_blob`. Plain SQL, because rows are locked: first the
 * document's row, then the rows of bytes by ID. Concurrent uploads and deletions of the same bytes wait for each other
 * at the row of the bytes.
 */
@Injectable()
export class SqlFileRecords extends FileRecords {
  private readonly log = new Logger('documents');

  constructor(
    private readonly database: Database,
    private readonly blobs: SqlBlobRows,
    private readonly store: BlobStore,
  ) {
    super();
  }

  async kindOf(documentId: number): Promise<DocumentKind | undefined> {
    const row = await this.database.queryOne<{ is_external: number }>(
      `SELECT is_external FROM document WHERE id = ?${this.database.lock}`,
      [documentId],
    );
    if (!row) return undefined;
    return row.is_external === 1 ? 'external' : 'local';
  }

  async find(documentId: number): Promise<StoredFile | undefined> {
    const row = await this.database.queryOne<FileRow>(`${FILES} WHERE f.document_id = ?`, [documentId]);
    return row && fileOf(row);
  }

  async ofDocuments(documentIds: readonly number[]): Promise<ReadonlyMap<number, DocumentFile>> {
    const rows = await inChunks(documentIds, (part) => {
      const { text, params } = inList('f.document_id', part);
      return this.database.query<FileRow>(`${FILES} WHERE ${text}`, params);
    });
    return new Map(rows.map((row) => [row.document_id, fileOf(row)]));
  }

  async replace(documentId: number, { name, mimeType, at, ...bytes }: NewFile): Promise<void> {
    const before = await this.blobOf(documentId);
    const former = await this.find(documentId);
    const blob = await this.blobs.take(bytes, at);
    if (blob.key !== bytes.key) this.leaving([bytes.key]);
    const { dialect } = this.database;
    await this.database.run(
      dialect.upsert(
        'customer_document_file',
        ['document_id', 'blob_id', 'name', 'mime_type', 'updated_at'],
        ['document_id'],
        ['blob_id', 'name', 'mime_type', 'updated_at'],
      ),
      [documentId, blob.id, name, mimeType, at],
    );
    await this.database.enter({
      resource: 'document',
      id: documentId,
      action: 'file_stored',
      changes: {
        name: [former?.name ?? null, name],
        sha256: [former?.sha256 ?? null, bytes.sha256],
        size: [former?.size ?? null, bytes.size],
      },
    });
    if (before !== undefined && before !== blob.id) this.leaving(await this.blobs.release([before]));
  }

  async removeOf(documentIds: readonly number[]): Promise<void> {
    const rows = await inChunks(documentIds, (part) => {
      const { text, params } = inList('document_id', part);
      return this.database.query<{ blob_id: number }>(
        `SELECT blob_id FROM customer_document_file WHERE ${text}${this.database.lock}`,
        params,
      );
    });
    if (rows.length === 0) return;
    await inChunks(documentIds, async (part) => {
      const { text, params } = inList('document_id', part);
      await this.database.run(`DELETE FROM customer_document_file WHERE ${text}`, params);
      return [];
    });
    this.leaving(await this.blobs.release(rows.map(({ blob_id }) => blob_id)));
  }

  async keep(
    documentId: number,
    sha256: string,
    at: Date,
    isPermitted: (scan: ScanState) => boolean,
  ): Promise<boolean> {
    const own = await this.blobOf(documentId);
    const blob = await this.blobs.keepable(sha256);
    if (!blob || !isPermitted(blob.scan_state ?? 'not_scanned')) return false;
    if (blob.is_kept) return true;
    if (blob.id !== own) return false;
    await this.blobs.keep(blob.id, at);
    return true;
  }

  async kept(sha256: string): Promise<{ readonly key: string; readonly scan: ScanState } | undefined> {
    const blob = await this.blobs.keepable(sha256);
    return blob?.is_kept ? { key: blob.storage_key, scan: blob.scan_state ?? 'not_scanned' } : undefined;
  }

  isUsed(key: string): Promise<boolean> {
    return this.blobs.isKey(key);
  }

  keys(): AsyncGenerator<readonly string[], void> {
    return this.blobs.keys();
  }

  async forgetUnused(): Promise<number> {
    const keys = await this.blobs.release(await this.blobs.unused());
    this.leaving(keys);
    if (keys.length > 0)
      await this.database.enter({
        resource: 'documentFile',
        id: null,
        action: 'swept',
        changes: { files: [keys.length, 0] },
      });
    return keys.length;
  }

  private async blobOf(documentId: number): Promise<number | undefined> {
    const row = await this.database.queryOne<{ blob_id: number }>(
      `SELECT blob_id FROM customer_document_file WHERE document_id = ?${this.database.lock}`,
      [documentId],
    );
    return row?.blob_id;
  }

  /** After the commit, deletes bytes that are no longer used. If that fails, the sweep removes them later. */
  private leaving(keys: readonly string[]): void {
    for (const key of keys) {
      this.database.afterCommit(async () => {
        try {
          await this.store.delete(key);
        } catch (error) {
          this.log.warn(
            `cannot delete an unused document file; run kontor documents:sweep to remove it: ${String(error)}`,
          );
        }
      });
    }
  }
}
