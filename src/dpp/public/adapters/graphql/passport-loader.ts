import { Injectable } from '@nestjs/common';
import DataLoader from 'dataloader';
import type { Request } from 'express';
import type { StoreView } from '../../../../../libs/operations/index.js';
import { storeOfHeader } from '../../../../../libs/rest/index.js';
import { PublishedPassports, type PublishedPassport } from '../../ports/published-passports.js';
import type { DppPassport } from './passport.type.js';
import type { LanguageMap, PublicPassport } from '../../../passport/domain/index.js';

/** The published view in GraphQL form: the REST object with language maps as lists. */
export const toGraphql = ({ json, notice }: PublishedPassport): DppPassport => {
  const passport = JSON.parse(json) as PublicPassport;
  return {
    ...passport,
    product_name: textsOf(passport.product_name),
    notice: notice ? { ...notice, text: textsOf(notice.text) } : null,
  };
};

const textsOf = (map: LanguageMap | null) => Object.entries(map ?? {}).map(([language, text]) => ({ language, text }));

/** A SKU and its store; by default, the store of the request. */
interface PassportKey {
  readonly sku: string;
  readonly storeId: number | undefined;
}

type Loader = DataLoader<PassportKey, DppPassport | null, string>;

/** Batches all lookups of a request, however many fields need them (passports-public.md, "GraphQL"). */
@Injectable()
export class PassportLoader {
  private readonly loaders = new WeakMap<Request, Loader>();
  private readonly stores = new WeakMap<Request, Promise<StoreView>>();

  constructor(private readonly passports: PublishedPassports) {}

  load(request: Request, key: PassportKey): Promise<DppPassport | null> {
    let loader = this.loaders.get(request);
    if (!loader) {
      loader = this.newLoader(request);
      this.loaders.set(request, loader);
    }
    return loader.load(key);
  }

  /** The store of the header `Store`, else the default store; looked up once per request. */
  store(request: Request): Promise<StoreView> {
    let store = this.stores.get(request);
    if (!store) {
      store = storeOfHeader(request);
      this.stores.set(request, store);
    }
    return store;
  }

  /** An unknown store view in the header fails all lookups of the request, as on the shop platform. */
  private newLoader(request: Request): Loader {
    const batch = async (keys: readonly PassportKey[]): Promise<readonly (DppPassport | null)[]> => {
      const isOfRequest = keys.some(({ storeId }) => storeId === undefined);
      const standard = isOfRequest ? (await this.store(request)).storeId : 0;
      const found = await this.passports.bySkus(
        keys.map(({ sku, storeId }) =>
          storeId === undefined ? { sku, storeId: standard, isKnownStore: true } : { sku, storeId },
        ),
      );
      return found.map((passport) => (passport ? toGraphql(passport) : null));
    };
    return new DataLoader(batch, { cacheKeyFn: ({ sku, storeId }) => `${storeId ?? ''}/${sku}` });
  }
}
