import { Inject, Injectable } from '@nestjs/common';
import {
  type Found,
  CacheManager,
  type Change,
  type DerivedCache,
  type VersionedCache,
  sizeOf,
  type MaybePromise,
  whenThere,
} from '../../../../libs/kernel/index.js';
import { bytesOfRows, CustomersWithRows } from '../../../../libs/pricing/index.js';
import type { ListRow, ListTerms, ReachedLists } from '../../domain/evaluate-price-lists.js';
import type { ListShape } from '../../domain/lint-price-lists.js';
import { type ListedRows, PriceListRows } from '../../ports/price-list-rows.js';
import { SqlPriceListRows } from '../sql/sql-price-list-rows.js';

const NOBODY = -1;
const NONE: readonly ListRow[] = [];
const POINTER_BYTES = 8;
const REACHES_NONE: ReachedLists = { assigned: [], base: [] };

/** A change of a list, an assignment or a base list, but not of a row. */
const concernsAssignments = ({ scope, productId }: Change): boolean => scope === 'list' && productId === null;

/** Regroups rows by list and product, the keys of the cache. */
const byList = (found: ReadonlyMap<number, readonly ListRow[]>): Found<readonly ListRow[]> => {
  const lists = new Map<number, Map<number, ListRow[]>>();
  for (const [product, rows] of found)
    for (const row of rows) {
      let ofList = lists.get(row.list.id);
      if (!ofList) lists.set(row.list.id, (ofList = new Map<number, ListRow[]>()));
      const ofProduct = ofList.get(product);
      if (ofProduct) ofProduct.push(row);
      else ofList.set(product, [row]);
    }
  return lists;
};

/** Combines the rows of several lists. Most products are in a single list, whose array is returned without a copy. */
const gatheredIn = (found: Map<number, readonly ListRow[]>) => {
  const joined = new Map<number, ListRow[]>();
  return (rows: readonly ListRow[], _: unknown, product: number): void => {
    const known = found.get(product);
    if (!known) {
      found.set(product, rows);
      return;
    }
    let all = joined.get(product);
    if (!all) {
      all = [...known];
      joined.set(product, all);
      found.set(product, all);
    }
    for (const row of rows) all.push(row);
  };
};

/**
 * Caches price lists under the keys of the change log (pricing.md §5). Rows are cached by list and product, for all
 * buyers of the list. The lists of a customer or group are cached until any list or assignment changes.
 */
@Injectable()
export class CachedPriceListRows extends PriceListRows {
  private readonly customers: CustomersWithRows;
  private readonly reach: VersionedCache<ReachedLists>;
  private readonly ofLists: VersionedCache<readonly ListRow[]>;
  /** Combined rows of all lists that a buyer has, by these lists and the product. */
  private readonly joined: DerivedCache<readonly ListRow[]>;

  constructor(
    @Inject(SqlPriceListRows) private readonly stored: PriceListRows,
    memory: CacheManager,
  ) {
    super();
    this.customers = new CustomersWithRows(memory, concernsAssignments, (first, last) =>
      stored.customersWithRows(first, last),
    );
    this.reach = memory.cache<ReachedLists>({
      owners: ['customer'],
      cleared: concernsAssignments,
      bytes: sizeOf,
    });
    this.ofLists = memory.cache<readonly ListRow[]>({ owners: ['list'], keys: 'product', bytes: bytesOfRows });
    this.joined = memory.derived<readonly ListRow[]>({
      ofProducts: (scope) => scope === 'list',
      keys: 'product',
      cleared: concernsAssignments,
      bytes: ({ length }) => length * POINTER_BYTES,
    });
  }

  /** Customers without assignments of their own share the lists of their group. */
  reachedBy(customerId: number | null, groupId: number): MaybePromise<ReachedLists> {
    if (customerId === null) return this.reachOf(null, groupId);
    return whenThere(this.customers.has(customerId), (has) => this.reachOf(has ? customerId : null, groupId));
  }

  customersWithRows(first: number, last: number): MaybePromise<readonly number[]> {
    return this.stored.customersWithRows(first, last);
  }

  private reachOf(customerId: number | null, groupId: number): MaybePromise<ReachedLists> {
    const reached = this.reach.recallOne(customerId ?? NOBODY, groupId, () =>
      this.stored.reachedBy(customerId, groupId),
    );
    return whenThere(reached, (lists) => lists ?? REACHES_NONE);
  }

  find(
    lists: readonly ListTerms[],
    productIds: readonly number[],
  ): MaybePromise<ReadonlyMap<number, readonly ListRow[]>> {
    const found = new Map<number, readonly ListRow[]>();
    const owner = lists.map(({ id }) => id).join();
    const joined = this.joined.open();
    const known = joined.lookupOf(owner);
    const missing: number[] = [];
    for (const id of productIds) {
      const rows = known(id);
      if (!rows) missing.push(id);
      else if (rows.length > 0) found.set(id, rows);
    }
    if (missing.length === 0) return found;
    return whenThere(this.join(lists, missing), (rows) => {
      joined.keep(owner, new Map(missing.map((id) => [id, rows.get(id) ?? NONE])));
      for (const [id, some] of rows) found.set(id, some);
      return found;
    });
  }

  private join(
    lists: readonly ListTerms[],
    productIds: readonly number[],
  ): MaybePromise<ReadonlyMap<number, readonly ListRow[]>> {
    const terms = new Map(lists.map((list) => [list.id, list]));
    const found = new Map<number, readonly ListRow[]>();
    const recalled = this.ofLists.recall(
      [...terms.keys()],
      productIds,
      (missing, products) => {
        const wanted = missing.flatMap((id) => terms.get(id) ?? []);
        return whenThere(this.stored.find(wanted, products), byList);
      },
      gatheredIn(found),
    );
    return whenThere(recalled, () => found);
  }

  /** Not cached, because the rows are read only once. */
  lists(): AsyncIterable<readonly ListShape[]> {
    return this.stored.lists();
  }

  rows(): AsyncIterable<readonly ListedRows[]> {
    return this.stored.rows();
  }
}
