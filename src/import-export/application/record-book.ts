import type { Clock, Transactions } from '../../../libs/kernel/index.js';
import type { RecordBytes, RecordIds, RecordStore, Resources, RowSavers } from '../../../libs/records/index.js';
import { ImportBook, ImportRefused, LEFT_OUT, type LoadedFile } from './import-book.js';
import { asCsv, type RecordFile } from './record-file.js';
import { RecordNames } from './record-names.js';
import { SaveLines } from './save-lines.js';
import { SaveRecords } from './save-records.js';
import { SaveWithFiles } from './save-with-files.js';

interface RecordBookParts {
  /** All files of the format, in an order in which their rows can be saved. */
  readonly files: readonly RecordFile[];
  readonly savers: RowSavers;
  readonly store: RecordStore;
  readonly resources: Resources;
  readonly ids: RecordIds;
  readonly bytes: RecordBytes;
  readonly transactions: Transactions;
  readonly clock: Clock;
}

/** A file in a folder: CSV, or JSON Lines with the same records. */
interface NamedFile {
  readonly name: string;
  readonly file: RecordFile;
}

/** The existing files: at least one, and all in this format. */
const present = (files: readonly RecordFile[], names: readonly string[]): readonly NamedFile[] => {
  const known = new Set(files.map(({ file }) => file));
  const strange = names.filter((name) => !known.has(asCsv(name)));
  if (strange.length > 0)
    throw new ImportRefused(strange.map((name) => `${name}: the file name is unknown; use the names of export files`));
  if (names.length === 0) throw new ImportRefused([`no files found; expected one or more of ${[...known].join(', ')}`]);
  return files.flatMap((file) => names.filter((name) => asCsv(name) === file.file).map((name) => ({ name, file })));
};

/** Imports any subset of the files written by `ExportRecords`, one per resource. */
export class RecordBook extends ImportBook {
  constructor({ files, savers, store, resources, ids, bytes, transactions, clock }: RecordBookParts) {
    // Read anew for each group of rows, which may rename records.
    const names = (): RecordNames => new RecordNames(store, resources);
    const loaded = ({ name, file }: NamedFile): LoadedFile => ({
      file: name,
      columns: { required: [], optional: file.columns, numbers: file.numbers },
      begin: (source) => {
        const saver = savers.saverOf(file.resource.resource);
        if (!saver) return LEFT_OUT;
        if (name !== file.file) return new SaveLines(name, file, saver, names);
        const records = new SaveRecords(file, saver, ids, transactions, names);
        return file.hasFiles ? new SaveWithFiles(records, saver, bytes, source) : records;
      },
    });
    super({
      filesOf: async (names) => present(files, await names()).map(loaded),
      transactions,
      clock,
      settle: () => Promise.resolve([]),
    });
  }
}
