/** Ends an attempt to answer from memory alone: something must be loaded. */
export class NotCached extends Error {
  override readonly stack = '';
}

/** One answer while it is computed. */
export interface Session {
  /** The version for which all of it is valid. */
  readonly version: number;
  /** Whether it runs in a snapshot of that version, so that missing values can be loaded. */
  readonly loads: boolean;
  /** Identifies the database, which may be restored meanwhile. */
  readonly era: number;
}

const NOT_CACHED = new NotCached('to be loaded');

/** Continues only if there is a snapshot to load from. */
export const mustLoad = ({ loads }: Session): undefined => {
  if (!loads) throw NOT_CACHED;
  return undefined;
};
