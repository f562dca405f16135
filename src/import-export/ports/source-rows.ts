import type { BadRow, Columns, SourceRow } from '../domain/source-row.js';

/** The rows of named files, one file after the other. */
export abstract class SourceRows {
  /** The names of the files there are, in order. `SourceRefused` if they can't be told. */
  abstract files(): Promise<readonly string[]>;

  /**
   * The rows of a file in order, those that can't be read among them; the file isn't held in memory.
   * `SourceRefused` before the first row if there is no such file or its columns are not these.
   */
  abstract of(file: string, columns: Columns): AsyncIterable<SourceRow | BadRow>;

  /** A file that a row names, by its path below. `SourceRefused` if it isn't there, or isn't below. */
  abstract fileAt(path: string): Promise<SourceFile>;
}

/** A file of bytes beside the rows. */
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
