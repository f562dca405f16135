import { Inject, Injectable } from '@nestjs/common';
import {
  CacheManager,
  type Change,
  type VersionedCache,
  sizeOf,
  type MaybePromise,
  whenThere,
} from '../../../../libs/kernel/index.js';
import { CustomersWithRows, type PriceSettings } from '../../../../libs/pricing/index.js';
import type { CustomerFacts } from '../../domain/customer.js';
import type { SettingsBuyer } from '../../domain/settings-levels.js';
import { CustomerGroups, Customers, SettingsInForce } from '../../ports/buyers.js';
import { SqlCustomers } from '../sql/sql-customers.js';
import { TypeOrmCustomerGroups } from '../typeorm/typeorm-stores.js';
import { SqlSettingsInForce } from '../sql/sql-settings-in-force.js';

/** Constant second key, because the cache has one value per owner. */
const ONLY = 0;

/** Customers, cached by id and number, and evicted by the ids in the change log (pricing.md §5). */
@Injectable()
export class CachedCustomers extends Customers {
  private readonly ids: VersionedCache<CustomerFacts>;
  private readonly numbers: VersionedCache<CustomerFacts>;

  constructor(
    @Inject(SqlCustomers) private readonly stored: Customers,
    memory: CacheManager,
  ) {
    super();
    this.ids = memory.cache<CustomerFacts>({ owners: ['customer'], bytes: sizeOf });
    this.numbers = memory.cache<CustomerFacts>({ named: { scope: 'customer', idOf: ({ id }) => id }, bytes: sizeOf });
  }

  byId(id: number): MaybePromise<CustomerFacts | undefined> {
    return this.ids.recallOne(id, ONLY, () => this.stored.byId(id));
  }

  byNumber(customerNumber: string): MaybePromise<CustomerFacts | undefined> {
    return this.numbers.recallOne(ONLY, customerNumber, () => this.stored.byNumber(customerNumber));
  }
}

/** The existing groups. Creating or deleting one clears the cache. */
@Injectable()
export class CachedCustomerGroups extends CustomerGroups {
  private readonly groups: VersionedCache<boolean>;

  constructor(
    @Inject(TypeOrmCustomerGroups) private readonly stored: CustomerGroups,
    memory: CacheManager,
  ) {
    super();
    this.groups = memory.cache<boolean>({ bytes: sizeOf });
  }

  exists(id: number): MaybePromise<boolean> {
    return whenThere(
      this.groups.recallOne(id, ONLY, () => this.stored.exists(id)),
      (found) => found ?? false,
    );
  }
}

/**
 * The effective settings, cached until any settings change. Customers without settings of their own share those of their
 * group.
 */
@Injectable()
export class CachedSettingsInForce extends SettingsInForce {
  private readonly customers: CustomersWithRows;
  private readonly settings: VersionedCache<PriceSettings>;

  constructor(
    @Inject(SqlSettingsInForce) private readonly stored: SettingsInForce,
    memory: CacheManager,
  ) {
    super();
    const isAffected = ({ scope }: Change): boolean => scope === 'settings';
    this.customers = new CustomersWithRows(memory, isAffected, (first, last) => stored.customersWithRows(first, last));
    this.settings = memory.cache<PriceSettings>({
      owners: ['customer'],
      cleared: isAffected,
      bytes: (settings) => sizeOf(settings, SHARED),
    });
  }

  find(buyer: SettingsBuyer): MaybePromise<PriceSettings> {
    const { customerId } = buyer;
    const hasOwn = customerId !== null && this.customers.has(customerId);
    return whenThere(hasOwn, (own) => this.cached(own ? buyer : { ...buyer, customerId: null }));
  }

  customersWithRows(first: number, last: number): MaybePromise<readonly number[]> {
    return this.stored.customersWithRows(first, last);
  }

  private cached(buyer: SettingsBuyer): MaybePromise<PriceSettings> {
    const key = `${buyer.groupId}:${buyer.websiteId}`;
    const settings = this.settings.recallOne(buyer.customerId ?? ANONYMOUS, key, () => this.stored.find(buyer));
    return whenThere(settings, (found) => found ?? this.stored.find(buyer));
  }
}

const ANONYMOUS = -1;

/** The codes of the modules are shared, so their size does not count. */
const SHARED: ReadonlySet<string> = new Set(['codes']);
