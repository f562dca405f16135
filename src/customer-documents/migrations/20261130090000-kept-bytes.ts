import { createTable, instant, int, refers } from '../../../libs/database/index.js';

/** Bytes that other modules keep, whatever happens to the documents (documents-files.md, "Where files are stored"). */
export const CREATE_KEPT_BYTES = createTable(
  '20261130090000-kept-bytes',
  'document_blob_kept',
  [int('blob_id', { primary: true }), instant('kept_at')],
  [],
  [refers('blob_id', 'document_blob', 'restrict')],
);
