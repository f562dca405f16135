import { Inject, Injectable } from '@nestjs/common';
import { Memory, type Shelf, sizeOf, type Soon, soon } from '../../../../libs/kernel/index.js';
import type { WebsiteFacts } from '../../domain/website.js';
import { type StorePlace, Stores } from '../../ports/buyers.js';
import { Websites } from '../../ports/websites.js';
import { TypeOrmStores } from '../typeorm/typeorm-stores.js';
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
