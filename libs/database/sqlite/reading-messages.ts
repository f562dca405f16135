import type { Bound } from '../sql.js';

/** Requests to a reading process: a statement, or the next rows of the current one. */
export type ReadRequest = ReadStatement | { readonly more: true };

export interface ReadStatement {
  readonly sql: string;
  readonly params: readonly Bound[];
}

/** A portion of the rows: their values one after the other, as many for each row as there are columns. */
export interface Portion {
  readonly columns: readonly string[];
  readonly values: readonly unknown[] | Float64Array;
  readonly last: boolean;
}

/** The driver's error, by its members. */
interface ReadFailure {
  readonly failed: { readonly message: string; readonly code: string };
}

export type ReadReply = Portion | ReadFailure;
