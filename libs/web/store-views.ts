import type { StoreView } from '../operations/index.js';
/** The store views of the shop; implemented by `commerce`. */
export abstract class StoreViews {
  /** The store view with exactly this code; undefined if it does not exist. Never called with `all`. */
  abstract byCode(code: string): Promise<StoreView | undefined>;

  /** The one of a path without a code: the default store view of the default website. */
  abstract standard(): Promise<StoreView>;
}
