/** Ends an attempt to answer from memory alone: something must be loaded. */
export class NotCached extends Error {
  override readonly stack = '';
}

/** One answer while it is worked out. */
export interface Session {
  /** What all of it is true of. */
  readonly version: number;
  /** Whether it runs in a snapshot of that version, so that missing values can be loaded. */
  readonly loads: boolean;
  /** Which database it was, if it has been restored meanwhile. */
  readonly era: number;
}

const NOT_CACHED = new NotCached('to be loaded');

/** Goes on only where there is a snapshot to load from. */
export const mustLoad = ({ loads }: Session): undefined => {
  if (!loads) throw NOT_CACHED;
  return undefined;
};
