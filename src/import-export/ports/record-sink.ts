import type { Cell } from '../domain/source-row.js';

/** Consumes all bytes of a file. */
export type TakeBytes = (bytes: AsyncIterable<Uint8Array>) => Promise<void>;

/** Destination of an export. Nothing is visible under its name before `finish`, and then everything at once. */
export abstract class RecordSink {
  /** Writes a file; a second call with the same name starts it again. */
  abstract write(
    file: string,
    columns: readonly string[],
    batches: AsyncIterable<readonly (readonly Cell[])[]>,
  ): Promise<void>;

  /** Stores a binary file under a path derived from its content; each one is written once. */
  abstract keep(path: string, fill: (take: TakeBytes) => Promise<void>): Promise<void>;
}
