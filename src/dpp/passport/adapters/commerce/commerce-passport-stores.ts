import { Injectable } from '@nestjs/common';
import { Clock, type Day, dayIn } from '../../../../../libs/kernel/index.js';
import { type Records, RecordStore } from '../../../../../libs/records/index.js';
import { type Store, storeResource, Stores, Websites } from '../../../../commerce/index.js';
import { type PassportStore, PassportStores } from '../../ports/passport-stores.js';

@Injectable()
export class CommercePassportStores extends PassportStores {
  private readonly records: Records<Store>;

  constructor(
    store: RecordStore,
    private readonly stores: Stores,
    private readonly websites: Websites,
    private readonly clock: Clock,
  ) {
    super();
    this.records = store.of(storeResource);
  }

  async byId(id: number): Promise<PassportStore | undefined> {
    const found = (await this.records.byIds([id])).get(id);
    return found && { id: found.id, locale: found.locale, issuer: found.issuer };
  }

  async today(storeId: number): Promise<Day | undefined> {
    const place = await this.stores.byId(storeId);
    const website = place && (await this.websites.byId(place.websiteId));
    return website && dayIn(website.timezone, this.clock.now());
  }
}
