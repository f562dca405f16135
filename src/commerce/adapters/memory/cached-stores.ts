import { Inject, Injectable } from '@nestjs/common';
import {
  CacheManager,
  type VersionedCache,
  sizeOf,
  type MaybePromise,
  whenThere,
} from '../../../../libs/kernel/index.js';
import { ALL_STORES, type StoreView } from '../../../../libs/operations/index.js';
import { StoreViews } from '../../../../libs/web/index.js';
import type { WebsiteFacts } from '../../domain/website.js';
import { type StoreIds, Stores, Websites } from '../../ports/buyers.js';
import { TypeOrmStores, TypeOrmStoreViews, TypeOrmWebsites } from '../typeorm/typeorm-stores.js';

/**
 * Websites and store views. A change to properties that price requests read is logged with the scope `everything`
 * (pricing.md §5), so no narrower scope evicts them.
 */

/** Constant second key, because the cache has one value per owner. */
const ONLY = 0;
const STANDARD = 'standard';

@Injectable()
export class CachedWebsites extends Websites {
  private readonly websites: VersionedCache<WebsiteFacts>;

  constructor(
    @Inject(TypeOrmWebsites) private readonly stored: Websites,
    memory: CacheManager,
  ) {
    super();
    this.websites = memory.cache<WebsiteFacts>({ bytes: sizeOf });
  }

  byId(id: number): MaybePromise<WebsiteFacts | undefined> {
    return this.websites.recallOne(id, ONLY, () => this.stored.byId(id));
  }

  standard(): MaybePromise<WebsiteFacts> {
    const standard = this.websites.recallOne(STANDARD, ONLY, () => this.stored.standard());
    return whenThere(standard, (found) => found ?? this.stored.standard());
  }
}

@Injectable()
export class CachedStores extends Stores {
  private readonly stores: VersionedCache<StoreIds>;

  constructor(
    @Inject(TypeOrmStores) private readonly stored: Stores,
    memory: CacheManager,
  ) {
    super();
    this.stores = memory.cache<StoreIds>({ bytes: sizeOf });
  }

  byId(id: number): MaybePromise<StoreIds | undefined> {
    return this.stores.recallOne(id, ONLY, () => this.stored.byId(id));
  }

  standardOf(websiteId: number): MaybePromise<StoreIds | undefined> {
    return this.stored.standardOf(websiteId);
  }
}

/** Store views by the code in paths, which every request reads first. */
@Injectable()
export class CachedStoreViews extends StoreViews {
  private readonly views: VersionedCache<StoreView>;

  constructor(
    private readonly stored: TypeOrmStoreViews,
    private readonly memory: CacheManager,
  ) {
    super();
    // Callers can send codes that do not exist.
    this.views = memory.cache<StoreView>({ bytes: sizeOf, absence: false });
  }

  byCode(code: string): Promise<StoreView | undefined> {
    return this.memory.answer(async () => this.views.recallOne(code, ONLY, () => this.stored.byCode(code)));
  }

  async standard(): Promise<StoreView> {
    const load = () => this.stored.standard();
    // The default store view has the empty code as its key, which no path can contain.
    return (await this.memory.answer(async () => this.views.recallOne('', ONLY, load))) ?? ALL_STORES;
  }
}
