import { Inject, Injectable } from '@nestjs/common';
import {
  CacheManager,
  type VersionedCache,
  type MaybePromise,
  sizeOf,
  whenThere,
} from '../../../../libs/kernel/index.js';
import { bytesOfRows, type PriceRow } from '../../../../libs/pricing/index.js';
import { CustomerPriceRows, type CustomersRows } from '../../ports/customer-price-rows.js';
import { SqlCustomerPriceRows } from '../sql/sql-customer-price-rows.js';

type Rows = ReadonlyMap<number, readonly PriceRow[]>;

const bytesOfAll = (rows: Rows): number => bytesOfRows([...rows.values()].flat()) + sizeOf(new Set(rows.keys()));

/** Constant second key for caches that need only one key. */
const ONLY = 0;

/**
 * Caches customer prices by customer and product, as in the change log (pricing.md §5). A customer with few prices has
 * a single cache entry.
 */
@Injectable()
export class CachedCustomerPriceRows extends CustomerPriceRows {
  private readonly rows: VersionedCache<readonly PriceRow[]>;
  private readonly ofFew: VersionedCache<Rows>;

  constructor(
    @Inject(SqlCustomerPriceRows) private readonly stored: CustomerPriceRows,
    memory: CacheManager,
  ) {
    super();
    this.rows = memory.cache<readonly PriceRow[]>({ owners: ['customer'], keys: 'product', bytes: bytesOfRows });
    this.ofFew = memory.cache<Rows>({
      owners: ['customer'],
      ofMany: true,
      cleared: ({ scope }) => scope === 'product',
      bytes: (rows) => bytesOfAll(rows),
    });
  }

  find(customerId: number, productIds: readonly number[]): MaybePromise<Rows> {
    return whenThere(this.few(customerId), (rows) => rows ?? this.ofMany(customerId, productIds));
  }

  override few(customerId: number): MaybePromise<Rows | undefined> {
    return this.ofFew.recallOne(customerId, ONLY, () => this.stored.few(customerId));
  }

  private ofMany(customerId: number, productIds: readonly number[]): MaybePromise<Rows> {
    const found = new Map<number, readonly PriceRow[]>();
    const recalled = this.rows.recall(
      [customerId],
      productIds,
      (_, missing) => whenThere(this.stored.find(customerId, missing), (rows) => new Map([[customerId, rows]])),
      (rows, _, product) => found.set(product, rows),
    );
    return whenThere(recalled, () => found);
  }

  /** Not cached, because the rows are read only once. */
  batches(): AsyncIterable<readonly CustomersRows[]> {
    return this.stored.batches();
  }
}
