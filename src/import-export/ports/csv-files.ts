import type { BadRow, Columns, SourceRow } from '../domain/source-row.js';

/** CSV files that jobs of other rooms read and write. */
export abstract class CsvFiles {
  /**
   * The rows of a file, packed if its name ends in `.gz`; `SourceRefused`, with the name that is told, where it can't be
   * read or hasn't these columns.
   */
  abstract rows(path: string, columns: Columns, name: string): AsyncIterable<SourceRow | BadRow>;

  /** How many rows the file will be told to have; 0 where it can't be read. */
  abstract count(path: string): Promise<number>;

  /** Has `work` done with a folder of its own, gone afterwards. */
  abstract inPassingFolder<T>(work: (folder: string) => Promise<T>): Promise<T>;
}
