import { Injectable } from '@nestjs/common';
import { Clock, type Day, dayIn, type Filter, type Sort } from '../../../../../libs/kernel/index.js';
import { type Recorded, type Records, RecordStore } from '../../../../../libs/records/index.js';
import {
  type Store,
  storeResource,
  Stores,
  type Website,
  websiteResource,
  Websites,
} from '../../../../commerce/index.js';
import type { Issuer } from '../../domain/passport-parts.js';
import { type PassportStore, PassportStores } from '../../ports/passport-stores.js';

const ALL_STORES = 0;

const is = (property: string, value: unknown): Filter => ({ property, condition: 'eq', values: [value] });

/** The first match in the requested order, then by ID. */
const only = async <T extends Recorded>(
  records: Records<T>,
  filters: readonly Filter[],
  sort: readonly Sort[] = [],
): Promise<T | undefined> => {
  const { items } = await records.search({
    groups: filters.map((filter) => [filter]),
    sort: [...sort, { property: 'id', direction: 'ASC' }],
    page: 1,
    pageSize: 1,
    uncounted: true,
  });
  return items[0];
};

@Injectable()
export class CommercePassportStores extends PassportStores {
  private readonly records: Records<Store>;
  private readonly sites: Records<Website>;

  constructor(
    store: RecordStore,
    private readonly stores: Stores,
    private readonly websites: Websites,
    private readonly clock: Clock,
  ) {
    super();
    this.records = store.recordsOf(storeResource);
    this.sites = store.recordsOf(websiteResource);
  }

  async byId(id: number): Promise<PassportStore | undefined> {
    const found = (await this.records.byIds([id])).get(id);
    return found && { id: found.id, locale: found.locale };
  }

  async issuerOf(id: number): Promise<Issuer | null> {
    const found = (await this.records.byIds([id])).get(id);
    // Store view 0 means all store views and has no issuer of its own.
    return (id === ALL_STORES ? ((await this.defaultStore()) ?? found) : found)?.issuer ?? null;
  }

  /** The default store view of the default website, or its first store view. */
  private async defaultStore(): Promise<Store | undefined> {
    const website = await only(this.sites, [is('isDefault', 1)]);
    return website && only(this.records, [is('websiteId', website.id)], [{ property: 'isDefault', direction: 'DESC' }]);
  }

  async today(storeId: number): Promise<Day | undefined> {
    const store = await this.stores.byId(storeId);
    const website = store && (await this.websites.byId(store.websiteId));
    return website && dayIn(website.timezone, this.clock.now());
  }
}
