/** A store view as a path names it (wire.md §1). */
export interface StoreView {
  readonly storeId: number;
  readonly websiteId: number;
  readonly code: string;
}

/** `/rest/all/V1/…`: store 0, the admin scope. */
export const ALL_STORES: StoreView = { storeId: 0, websiteId: 0, code: 'all' };
