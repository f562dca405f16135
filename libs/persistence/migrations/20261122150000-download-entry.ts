import { addsColumn, indexes, type Migration } from '../migration.js';
import { int, NULL, unique, varchar } from '../tables/shape.js';

const TABLE = 'document_download';

/**
 * One entry for the downloads of a quarter of an hour (documents.md, "The log of downloads"). Of entries from before, and
 * of builds that don't know of it, all three are NULL: each is of one download.
 */
export const downloadEntry: readonly Migration[] = [
  addsColumn('20261122150000-download-address', TABLE, varchar('address', 64, NULL)),
  addsColumn('20261122150100-download-count', TABLE, int('count', NULL)),
  addsColumn('20261122150200-download-entry-key', TABLE, varchar('entry_key', 120, NULL)),
  indexes('20261122150300-download-entry', TABLE, unique('document_download_entry', 'entry_key')),
];
