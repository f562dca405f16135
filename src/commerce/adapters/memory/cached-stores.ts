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
import { type StorePlace, Stores } from '../../ports/buyers.js';
import { Websites } from '../../ports/websites.js';
import { TypeOrmStores, TypeOrmStoreViews } from '../typeorm/typeorm-stores.js';
import { TypeOrmWebsites } from '../typeorm/typeorm-websites.js';

/*
 * Websites and store views: what of them a quote reads changes with an entry for everything (pricing.md §5), so nothing
 * narrower drops them.
 */

/** Of a cache whose values have no second key. */
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
  private readonly stores: VersionedCache<StorePlace>;

  constructor(
    @Inject(TypeOrmStores) private readonly stored: Stores,
    memory: CacheManager,
  ) {
    super();
    this.stores = memory.cache<StorePlace>({ bytes: sizeOf });
  }

  byId(id: number): MaybePromise<StorePlace | undefined> {
    return this.stores.recallOne(id, ONLY, () => this.stored.byId(id));
  }

  standardOf(websiteId: number): MaybePromise<StorePlace | undefined> {
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
