import { Inject, Injectable } from '@nestjs/common';
import {
  CacheManager,
  type VersionedCache,
  sizeOf,
  type MaybePromise,
  whenThere,
} from '../../../../libs/kernel/index.js';
import { bytesOfRows, CustomersWithRows, type PricedProduct } from '../../../../libs/pricing/index.js';
import type { ConditionRow } from '../../domain/condition-index.js';
import type { ReachedMatrix } from '../../domain/evaluate-matrices.js';
import type { Hits } from '../../domain/match-matrices.js';
import { MatrixRows } from '../../ports/matrix-rows.js';
import { SqlMatrixRows } from '../sql/sql-matrix-rows.js';

const NO_HITS: Hits = new Map();

/**
 * Caches matrices under the keys of the change log (pricing.md §5). A header with the days of the customer's assignment
 * is cached by customer and matrix. Matching conditions are cached by customer and product until any condition or
 * assignment changes.
 */
@Injectable()
export class CachedMatrixRows extends MatrixRows {
  private readonly customers: CustomersWithRows;
  private readonly hits: VersionedCache<ReadonlyMap<number, number>>;
  private readonly matrices: VersionedCache<ReachedMatrix>;

  constructor(
    @Inject(SqlMatrixRows) private readonly stored: MatrixRows,
    memory: CacheManager,
  ) {
    super();
    this.customers = new CustomersWithRows(
      memory,
      ({ scope }) => scope === 'matrix',
      (first, last) => stored.customersWithRows(first, last),
    );
    this.hits = memory.cache<ReadonlyMap<number, number>>({
      owners: ['customer'],
      keys: 'product',
      cleared: ({ scope }) => scope === 'matrix',
      bytes: sizeOf,
    });
    this.matrices = memory.cache<ReachedMatrix>({
      owners: ['customer'],
      keys: 'matrix',
      bytes: (matrix) => bytesOfRows([matrix]),
    });
  }

  conditionsFor(customerId: number, products: readonly PricedProduct[]): MaybePromise<readonly ConditionRow[]> {
    return this.stored.conditionsFor(customerId, products);
  }

  override hasAny(customerId: number): MaybePromise<boolean> {
    return this.customers.has(customerId);
  }

  customersWithRows(first: number, last: number): MaybePromise<readonly number[]> {
    return this.stored.customersWithRows(first, last);
  }

  override hitsOf(customerId: number, products: readonly PricedProduct[]): MaybePromise<Hits> {
    return whenThere(this.hasAny(customerId), (any) => (any ? this.hitsOfSome(customerId, products) : NO_HITS));
  }

  private hitsOfSome(customerId: number, products: readonly PricedProduct[]): MaybePromise<Hits> {
    const byId = new Map(products.map((product) => [product.id, product]));
    const found = new Map<number, ReadonlyMap<number, number>>();
    const recalled = this.hits.recall(
      [customerId],
      [...byId.keys()],
      (_, missing) => {
        const wanted = missing.flatMap((id) => byId.get(id) ?? []);
        return whenThere(this.stored.hitsOf(customerId, wanted), (hits) => new Map([[customerId, hits]]));
      },
      (hits, _, product) => found.set(product, hits),
    );
    return whenThere(recalled, () => found);
  }

  /** Requests for all matrices of a customer come only from explanations, which bypass the cache (pricing.md §4). */
  reachedBy(customerId: number, matrixIds?: readonly number[]): MaybePromise<readonly ReachedMatrix[]> {
    if (!matrixIds) return this.stored.reachedBy(customerId);
    const found: ReachedMatrix[] = [];
    const recalled = this.matrices.recall(
      [customerId],
      matrixIds,
      (_, missing) =>
        whenThere(
          this.stored.reachedBy(customerId, missing),
          (matrices) => new Map([[customerId, new Map(matrices.map((matrix) => [matrix.id, matrix]))]]),
        ),
      (matrix) => found.push(matrix),
    );
    return whenThere(recalled, () => found);
  }
}
