import { addColumn, addIndex, int, NULL, unique, varchar, type Migration } from '../../../libs/database/index.js';

/**
 * One entry for the downloads of a quarter of an hour (documents.md, "The log of downloads"). In entries of older
 * builds all three columns are NULL, and each stands for one download.
 */
export const DOWNLOAD_ENTRY: readonly Migration[] = [
  addColumn('20261122150000-download-address', 'document_download', varchar('address', 64, NULL)),
  addColumn('20261122150100-download-count', 'document_download', int('count', NULL)),
  addColumn('20261122150200-download-entry-key', 'document_download', varchar('entry_key', 120, NULL)),
  addIndex('20261122150300-download-entry', 'document_download', unique('document_download_entry', 'entry_key')),
];
