import type { StoreView } from '../operations/index.js';
/** The store views of the shop; met by `commerce`. */
export abstract class StoreViews {
  /** The store view with exactly this code; undefined if there is none. Never asked for `all`. */
  abstract byCode(code: string): Promise<StoreView | undefined>;

  /** The one of a path without a code: the default store view of the default website. */
  abstract standard(): Promise<StoreView>;
}
