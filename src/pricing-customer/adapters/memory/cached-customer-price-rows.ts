import { Inject, Injectable } from '@nestjs/common';
import { CacheManager, type VersionedCache, type MaybePromise, whenThere } from '../../../../libs/kernel/index.js';
import { bytesOfRows, type PriceRow } from '../../../../libs/pricing/index.js';
import { CustomerPriceRows, type CustomersRows } from '../../ports/customer-price-rows.js';
import { SqlCustomerPriceRows } from '../sql/sql-customer-price-rows.js';

/** Caches customer prices by customer and product, as the change log names them (pricing.md §5). */
@Injectable()
export class CachedCustomerPriceRows extends CustomerPriceRows {
  private readonly rows: VersionedCache<readonly PriceRow[]>;

  constructor(
    @Inject(SqlCustomerPriceRows) private readonly stored: CustomerPriceRows,
    memory: CacheManager,
  ) {
    super();
    this.rows = memory.cache<readonly PriceRow[]>({ owners: ['customer'], keys: 'product', bytes: bytesOfRows });
  }

  of(customerId: number, productIds: readonly number[]): MaybePromise<ReadonlyMap<number, readonly PriceRow[]>> {
    const found = new Map<number, readonly PriceRow[]>();
    const recalled = this.rows.recall(
      [customerId],
      productIds,
      (_, missing) => whenThere(this.stored.of(customerId, missing), (rows) => new Map([[customerId, rows]])),
      (rows, _, product) => found.set(product, rows),
    );
    return whenThere(recalled, () => found);
  }

  /** Read once, so not cached. */
  batches(): AsyncIterable<readonly CustomersRows[]> {
    return this.stored.batches();
  }
}
