import type { Cell } from '../domain/source-row.js';

/** Takes all bytes of a file. */
export type TakeBytes = (bytes: AsyncIterable<Uint8Array>) => Promise<void>;

/** Where the files of an export go. Nothing is there under its name before `finish`, and then everything. */
export abstract class RecordSink {
  /** Writes one file; called again with the same name it begins it anew. */
  abstract write(
    file: string,
    columns: readonly string[],
    batches: AsyncIterable<readonly (readonly Cell[])[]>,
  ): Promise<void>;

  /** Keeps a file of bytes beside them, under a path that stands for its content: it is taken once. */
  abstract keep(path: string, fill: (take: TakeBytes) => Promise<void>): Promise<void>;
}
