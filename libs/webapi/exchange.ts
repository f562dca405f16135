import type { Request } from 'express';
import type { Caller } from './callers.js';
import type { WireSettings } from './settings.js';
import { ALL_STORES, type StoreView, type StoreViews } from './store-views.js';

/** What the wire has found out about one request; lies on the request itself, so nothing is request-scoped. */
export class Exchange {
  /** Who asks; known behind the guard, undefined for nobody. */
  caller: Caller | undefined;
  /** The decoded JSON body; undefined where none was sent or read. */
  body: unknown;
  /** Whether the answer is JSON: false for bytes, pages and whatever another library answers. */
  json = false;
  /** The store view that the path names; undefined without a code. */
  store: StoreView | undefined;

  constructor(
    readonly settings: WireSettings,
    private readonly storeViews: StoreViews,
  ) {}

  /** The store view of the request: the named one, else the default one (wire.md §1). */
  storeView(): StoreView | Promise<StoreView> {
    return this.store ?? this.storeViews.standard();
  }

  /** The store view with this code, `all` among them; undefined if there is none. */
  async storeByCode(code: string): Promise<StoreView | undefined> {
    return code === ALL_STORES.code ? ALL_STORES : this.storeViews.byCode(code);
  }
}

const EXCHANGE = Symbol('exchange');

interface Carrier {
  [EXCHANGE]?: Exchange;
}

export const attach = (request: Request, exchange: Exchange): void => {
  (request as Carrier)[EXCHANGE] = exchange;
};

export const exchangeOf = (request: Request): Exchange => {
  const found = (request as Carrier)[EXCHANGE];
  if (!found) throw new Error('a request that did not come through the entrance of the wire');
  return found;
};

/** For what may also see requests of other servers. */
export const exchangeIfAny = (request: Request): Exchange | undefined => (request as Carrier)[EXCHANGE];
