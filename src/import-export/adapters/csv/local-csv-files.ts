import type { BadRow, Columns, SourceRow } from '../../domain/source-row.js';
import { CsvFiles } from '../../ports/csv-files.js';
import { countedRows, csvRows } from './csv-files.js';
import { inTemporaryFolder } from './temporary-folder.js';

/** On the disk of this machine. */
export class LocalCsvFiles extends CsvFiles {
  rows(path: string, columns: Columns, name: string): AsyncIterable<SourceRow | BadRow> {
    return csvRows(path, columns, name);
  }

  count(path: string): Promise<number> {
    return countedRows(path);
  }

  inTemporaryFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
    return inTemporaryFolder(work);
  }
}
