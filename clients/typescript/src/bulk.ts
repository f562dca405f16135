import { type Refusal, refusalOf } from './errors.js';
import type { paths } from './generated/schema.js';

/** The routes that take many records. */
export type BulkPath = {
  [P in keyof paths]: paths[P] extends {
    post: { requestBody: { content: { 'application/json': { records: unknown[] } } } };
  }
    ? P
    : never;
}[keyof paths];

/** A row of one of them. */
export type RowOf<P extends BulkPath> = paths[P] extends {
  post: { requestBody: { content: { 'application/json': { records: (infer R)[] } } } };
}
  ? R
  : never;

export interface BulkOptions {
  /** best_effort stores the good rows; all_or_nothing each chunk, if nothing in it is at fault. */
  readonly mode?: 'best_effort' | 'all_or_nothing';
  /** Rows of a chunk, 10,000 at most. */
  readonly chunk?: number;
  /**
   * The sender's own name of the whole: sent again with it, no chunk is done twice. Left out, each chunk gets a key of its
   * own, for the repeats that the client makes itself. Rows that bring passwords are sent without one, and refused (400)
   * where one is given.
   */
  readonly key?: string;
  readonly signal?: AbortSignal;
  /** After each chunk: how far it has come. */
  readonly onChunk?: (soFar: BulkCounts) => void;
}

export interface BulkCounts {
  readonly created: number;
  readonly updated: number;
  readonly unchanged: number;
  /** Rows that changed nothing because their source_version is lower than the stored one. */
  readonly outdated: number;
  readonly failed: number;
}

/** What became of a row; its index counts through all chunks. */
export interface RowOutcome {
  readonly index: number;
  readonly status: keyof BulkCounts;
  readonly id: number | null;
  readonly error: Refusal | null;
}

export interface BulkResult extends BulkCounts {
  readonly outcomes: readonly RowOutcome[];
}

/** Older servers have no `outdated`. */
interface Answer extends Partial<BulkCounts> {
  readonly items: readonly {
    readonly index: number;
    readonly status: string;
    readonly id: number | null;
    readonly error: unknown;
  }[];
}

/** Sends one chunk and answers what became of it. */
export type SendChunk = (
  records: readonly object[],
  options: { readonly mode: string; readonly key?: string; readonly signal?: AbortSignal | undefined },
) => Promise<unknown>;

const CHUNK = 1000;
/** Servers take 32 MiB, if their operators haven't set another limit. */
const BYTES = 8 * 1024 * 1024;

async function* chunksOf(rows: Iterable<object> | AsyncIterable<object>, most: number): AsyncGenerator<object[], void> {
  let chunk: object[] = [];
  let bytes = 0;
  for await (const row of rows) {
    const size = JSON.stringify(row).length;
    if (chunk.length === most || (chunk.length > 0 && bytes + size > BYTES)) {
      yield chunk;
      chunk = [];
      bytes = 0;
    }
    chunk.push(row);
    bytes += size;
  }
  if (chunk.length > 0) yield chunk;
}

/** Sends rows in chunks, one after the other, and tells what became of each. */
export const sendRows = async (
  send: SendChunk,
  rows: Iterable<object> | AsyncIterable<object>,
  { mode = 'best_effort', chunk = CHUNK, key, signal, onChunk }: BulkOptions = {},
): Promise<BulkResult> => {
  const counts = { created: 0, updated: 0, unchanged: 0, outdated: 0, failed: 0 };
  const outcomes: RowOutcome[] = [];
  let part = 0;
  let from = 0;
  for await (const records of chunksOf(rows, chunk)) {
    part += 1;
    const answer = (await send(records, {
      mode,
      signal,
      ...(key === undefined ? {} : { key: `${key}-${part}` }),
    })) as Answer;
    for (const status of Object.keys(counts) as (keyof BulkCounts)[]) counts[status] += answer[status] ?? 0;
    for (const { index, status, id, error } of answer.items)
      outcomes.push({
        index: from + index,
        status: status as keyof BulkCounts,
        id,
        error: error === null || error === undefined ? null : refusalOf(error),
      });
    from += records.length;
    onChunk?.({ ...counts });
  }
  return { ...counts, outcomes };
};
