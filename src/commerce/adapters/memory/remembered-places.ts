import { Inject, Injectable } from '@nestjs/common';
import { Memory, type LeastRecentlyUsed, sizeOf, type MaybePromise, whenThere } from '../../../../libs/kernel/index.js';
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
export class RememberedWebsites extends Websites {
  private readonly websites: LeastRecentlyUsed<WebsiteFacts>;

  constructor(
    @Inject(TypeOrmWebsites) private readonly stored: Websites,
    memory: Memory,
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
export class RememberedStores extends Stores {
  private readonly stores: LeastRecentlyUsed<StorePlace>;

  constructor(
    @Inject(TypeOrmStores) private readonly stored: Stores,
    memory: Memory,
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
export class RememberedStoreViews extends StoreViews {
  private readonly views: LeastRecentlyUsed<StoreView>;

  constructor(
    private readonly stored: TypeOrmStoreViews,
    private readonly memory: Memory,
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
