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
 * Websites and store views. The properties that a quote reads change with an entry for everything (pricing.md §5), so
 * no narrower scope evicts them.
 */

/** Second key for a cache without one. */
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

/** Store views by their code in paths: read for each request, before any price request. */
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
    // No path can contain the empty code.
    return (await this.memory.answer(async () => this.views.recallOne('', ONLY, load))) ?? ALL_STORES;
  }
}
