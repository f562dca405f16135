import type { BadRow, Columns, SourceRow } from '../domain/source-row.js';

/** Provides the rows of named files, one file after the other. */
export abstract class SourceRows {
  /** The names of the files, in order. Throws `SourceRefused` if they cannot be listed. */
  abstract files(): Promise<readonly string[]>;

  /**
   * The rows of a file in order, including invalid ones, without loading the whole file. Throws `SourceRefused` before
   * the first row if the file does not exist or has the wrong columns.
   */
  abstract rowsOf(file: string, columns: Columns): AsyncIterable<SourceRow | BadRow>;

  /**
   * A file that a row refers to, by its relative path. Throws `SourceRefused` if it does not exist or is outside of
   * the folder.
   */
  abstract fileAt(path: string): Promise<SourceFile>;
}

/** A binary file next to the files with rows. */
export interface SourceFile {
  readonly name: string;
  /** SHA-256 of the content, in 64 lowercase hexadecimal digits. */
  readonly sha256: string;
  bytes(): AsyncIterable<Uint8Array>;
}

/** A file that cannot be read at all. */
export class SourceRefused extends Error {
  constructor(
    readonly file: string,
    readonly reason: string,
  ) {
    super(`${file}: ${reason}`);
  }
}
