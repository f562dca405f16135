import { AddColumn, AddIndex, int, NULL, unique, varchar } from '../../../libs/database/index.js';

/*
 * One entry for the downloads of a quarter of an hour (documents.md, "The log of downloads"). Of entries from before, and
 * of builds that don't know of it, all three columns are NULL: each is of one download.
 */

export class AddDownloadAddress extends AddColumn {
  readonly name = '20261122150000-download-address';
  readonly table = 'document_download';
  readonly column = varchar('address', 64, NULL);
}

export class AddDownloadCount extends AddColumn {
  readonly name = '20261122150100-download-count';
  readonly table = 'document_download';
  readonly column = int('count', NULL);
}

export class AddDownloadEntryKey extends AddColumn {
  readonly name = '20261122150200-download-entry-key';
  readonly table = 'document_download';
  readonly column = varchar('entry_key', 120, NULL);
}

export class AddDownloadEntry extends AddIndex {
  readonly name = '20261122150300-download-entry';
  readonly table = 'document_download';
  readonly index = unique('document_download_entry', 'entry_key');
}
