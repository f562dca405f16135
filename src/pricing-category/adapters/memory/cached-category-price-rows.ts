import { Inject, Injectable } from '@nestjs/common';
import { CacheManager, type VersionedCache, type MaybePromise, whenThere } from '../../../../libs/kernel/index.js';
import { bytesOfRows, CustomersWithRows } from '../../../../libs/pricing/index.js';
import type { CategoryRow } from '../../domain/evaluate-category-prices.js';
import { CategoryPriceRows } from '../../ports/category-price-rows.js';
import { SqlCategoryPriceRows } from '../sql/sql-category-price-rows.js';

type Rows = ReadonlyMap<number, readonly CategoryRow[]>;
type Take = (rows: readonly CategoryRow[], owner: number, category: number) => void;

/** An ID that no group has, for loading only the customer's rows. */
const NO_GROUP = -1;

/**
 * Caches category prices under the keys of the change log (pricing.md §5). All customers of a group share the group's
 * rows. A customer's own rows also expire with the customer.
 */
@Injectable()
export class CachedCategoryPriceRows extends CategoryPriceRows {
  private readonly customers: CustomersWithRows;
  private readonly ofCustomers: VersionedCache<readonly CategoryRow[]>;
  private readonly ofGroups: VersionedCache<readonly CategoryRow[]>;

  constructor(
    @Inject(SqlCategoryPriceRows) private readonly stored: CategoryPriceRows,
    memory: CacheManager,
  ) {
    super();
    // The change-log entry of a category price names only its category.
    this.customers = new CustomersWithRows(
      memory,
      ({ scope }) => scope === 'category',
      (first, last) => stored.customersWithRows(first, last),
    );
    this.ofCustomers = memory.cache<readonly CategoryRow[]>({
      owners: ['customer'],
      keys: 'category',
      bytes: bytesOfRows,
    });
    this.ofGroups = memory.cache<readonly CategoryRow[]>({ keys: 'category', bytes: bytesOfRows });
  }

  find(customerId: number | null, groupId: number, categoryIds: readonly number[]): MaybePromise<Rows> {
    const found = new Map<number, readonly CategoryRow[]>();
    const take = (rows: readonly CategoryRow[], _: number, category: number): void => {
      found.set(category, [...(found.get(category) ?? []), ...rows]);
    };
    const ofCustomer =
      customerId === null
        ? undefined
        : whenThere(this.hasAny(customerId), (any) =>
            any ? this.ofCustomer(customerId, categoryIds, take) : undefined,
          );
    const load = (_: unknown, missing: readonly number[]) =>
      whenThere(this.stored.find(null, groupId, missing), (rows) => new Map([[groupId, rows]]));
    return whenThere(ofCustomer, () =>
      whenThere(this.ofGroups.recall([groupId], categoryIds, load, take), () => found),
    );
  }

  override hasAny(customerId: number): MaybePromise<boolean> {
    return this.customers.has(customerId);
  }

  customersWithRows(first: number, last: number): MaybePromise<readonly number[]> {
    return this.stored.customersWithRows(first, last);
  }

  private ofCustomer(customerId: number, categoryIds: readonly number[], take: Take): MaybePromise<void> {
    const load = (_: unknown, missing: readonly number[]) =>
      whenThere(this.stored.find(customerId, NO_GROUP, missing), (rows) => new Map([[customerId, rows]]));
    return this.ofCustomers.recall([customerId], categoryIds, load, take);
  }
}
