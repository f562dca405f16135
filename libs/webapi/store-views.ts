/** A store view as a path names it (wire.md §1). */
export interface StoreView {
  readonly storeId: number;
  readonly websiteId: number;
  readonly code: string;
}

/** `/rest/all/V1/…`: store 0, the admin scope. */
export const ALL_STORES: StoreView = { storeId: 0, websiteId: 0, code: 'all' };

/** The store views of the shop; met by `commerce`. */
export abstract class StoreViews {
  /** The store view with exactly this code; undefined if there is none. Never asked for `all`. */
  abstract byCode(code: string): Promise<StoreView | undefined>;

  /** The one of a path without a code: the default store view of the default website. */
  abstract standard(): Promise<StoreView>;
}
