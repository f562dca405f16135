import type { BadRow, Columns, SourceRow } from '../domain/source-row.js';

/** The rows of named files, one file after the other. */
export abstract class SourceRows {
  /** The names of the files, in order. `SourceRefused` if they cannot be listed. */
  abstract files(): Promise<readonly string[]>;

  /**
   * The rows of a file in order, invalid ones included, without loading the whole file. `SourceRefused` before the
   * first row if the file does not exist or has other columns.
   */
  abstract rowsOf(file: string, columns: Columns): AsyncIterable<SourceRow | BadRow>;

  /**
   * A file that a row refers to, by its relative path. `SourceRefused` if it does not exist or is outside of the
   * folder.
   */
  abstract fileAt(path: string): Promise<SourceFile>;
}

/** A binary file next to the rows. */
export interface SourceFile {
  readonly name: string;
  /** Of the bytes, 64 hexadecimal digits in small letters. */
  readonly sha256: string;
  bytes(): AsyncIterable<Uint8Array>;
}

/** A file that can't be read at all. */
export class SourceRefused extends Error {
  constructor(
    readonly file: string,
    readonly reason: string,
  ) {
    super(`${file}: ${reason}`);
  }
}
