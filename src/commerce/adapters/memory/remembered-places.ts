import { Inject, Injectable } from '@nestjs/common';
import { Memory, type Shelf, sizeOf, type Soon, soon } from '../../../../libs/kernel/index.js';
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

/** Of a shelf whose values have no second key. */
const ONLY = 0;
const STANDARD = 'standard';

@Injectable()
export class RememberedWebsites extends Websites {
  private readonly websites: Shelf<WebsiteFacts>;

  constructor(
    @Inject(TypeOrmWebsites) private readonly stored: Websites,
    memory: Memory,
  ) {
    super();
    this.websites = memory.shelf<WebsiteFacts>({ bytes: sizeOf });
  }

  byId(id: number): Soon<WebsiteFacts | undefined> {
    return this.websites.recallOne(id, ONLY, () => this.stored.byId(id));
  }

  standard(): Soon<WebsiteFacts> {
    const standard = this.websites.recallOne(STANDARD, ONLY, () => this.stored.standard());
    return soon(standard, (found) => found ?? this.stored.standard());
  }
}

@Injectable()
export class RememberedStores extends Stores {
  private readonly stores: Shelf<StorePlace>;

  constructor(
    @Inject(TypeOrmStores) private readonly stored: Stores,
    memory: Memory,
  ) {
    super();
    this.stores = memory.shelf<StorePlace>({ bytes: sizeOf });
  }

  byId(id: number): Soon<StorePlace | undefined> {
    return this.stores.recallOne(id, ONLY, () => this.stored.byId(id));
  }

  standardOf(websiteId: number): Soon<StorePlace | undefined> {
    return this.stored.standardOf(websiteId);
  }
}

/** The store views as paths name them: asked on each request, before any quote. */
@Injectable()
export class RememberedStoreViews extends StoreViews {
  private readonly views: Shelf<StoreView>;

  constructor(
    private readonly stored: TypeOrmStoreViews,
    private readonly memory: Memory,
  ) {
    super();
    // Anybody may name a code that they make up.
    this.views = memory.shelf<StoreView>({ bytes: sizeOf, absence: false });
  }

  byCode(code: string): Promise<StoreView | undefined> {
    return this.memory.answer(async () => this.views.recallOne(code, ONLY, () => this.stored.byCode(code)));
  }

  async standard(): Promise<StoreView> {
    const load = () => this.stored.standard();
    // No path can hold the empty code.
    return (await this.memory.answer(async () => this.views.recallOne('', ONLY, load))) ?? ALL_STORES;
  }
}
