import {
  bigint,
  entityTable,
  id,
  index,
  instant,
  int,
  NULL,
  refers,
  unique,
  varchar,
} from '../../../../libs/database/index.js';

interface BlobRow {
  readonly id: number;
  readonly sha256: string;
  readonly storage_key: string;
  readonly size: number;
  readonly created_at: string;
  /** Null in rows from before scanning was introduced. */
  readonly scan_state: string | null;
  readonly scan_found: string | null;
}

/** Stored bytes. Equal content is stored once. */
export const DOCUMENT_BLOB = entityTable<BlobRow>(
  'document_blob',
  [
    id(),
    varchar('sha256', 64),
    varchar('storage_key', 64),
    bigint('size'),
    instant('created_at'),
    varchar('scan_state', 16, NULL),
    varchar('scan_found', 255, NULL),
  ],
  [
    unique('document_blob_sha256', 'sha256'),
    unique('document_blob_storage_key', 'storage_key'),
    index('document_blob_scan', 'scan_state', 'id'),
  ],
);

/** Assigns bytes to documents as their files. */
const CUSTOMER_DOCUMENT_FILE = entityTable(
  'customer_document_file',
  [
    int('document_id', { primary: true }),
    int('blob_id'),
    varchar('name', 255),
    varchar('mime_type', 127),
    instant('updated_at'),
  ],
  [index('customer_document_file_there', 'document_id')],
  [refers('document_id', 'document', 'cascade'), refers('blob_id', 'document_blob', 'restrict')],
);

/** Bytes that other modules keep permanently, such as files of published passports. */
const DOCUMENT_BLOB_KEPT = entityTable(
  'document_blob_kept',
  [int('blob_id', { primary: true }), instant('kept_at')],
  [],
  [refers('blob_id', 'document_blob', 'restrict')],
);

export const DOCUMENT_TABLES = [DOCUMENT_BLOB, CUSTOMER_DOCUMENT_FILE, DOCUMENT_BLOB_KEPT];
