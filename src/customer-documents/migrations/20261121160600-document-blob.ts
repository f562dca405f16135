import { bigint, createTable, id, instant, unique, varchar } from '../../../libs/database/index.js';

/** Each content is stored once, under a random key (documents-files.md). */
export const CREATE_DOCUMENT_BLOB = createTable(
  '20261121160600-document-blob',
  'document_blob',
  [id(), varchar('sha256', 64), varchar('storage_key', 64), bigint('size'), instant('created_at')],
  [unique('document_blob_sha256', 'sha256'), unique('document_blob_storage_key', 'storage_key')],
);
