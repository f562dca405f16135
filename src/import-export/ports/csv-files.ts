import type { CsvReading } from '../../../libs/kernel/index.js';
import type { BadRow, Columns, SourceRow } from '../domain/source-row.js';

/** CSV files that jobs of other modules read and write. */
export abstract class CsvFiles {
  /**
   * The rows of a file, compressed if its name ends in `.gz`. Throws `SourceRefused` with the reported name if it is
   * unreadable or lacks these columns.
   */
  abstract rows(path: string, columns: Columns, name: string, reading: CsvReading): AsyncIterable<SourceRow | BadRow>;

  abstract count(path: string, reading: CsvReading): Promise<number>;

  /** All bytes of an uploaded file. Throws `InputRefused` if it is in another dialect. */
  abstract inSentDialect(
    bytes: AsyncIterable<Uint8Array>,
    file: { readonly file: string; readonly columns: Columns; readonly reading: CsvReading },
  ): AsyncIterable<Uint8Array>;

  abstract inTemporaryFolder<T>(work: (folder: string) => Promise<T>): Promise<T>;
}
