import type { Criteria, Page, Transactions } from '../../../libs/kernel/index.js';
import { type Recorded, Records, RowRefused, type UniqueKey } from '../../../libs/records/index.js';
import { SKU } from '../domain/conditions.js';
import type { AttributesRelation } from '../domain/condition-index.js';
import { firstOtherSku, otherSkuFault, type StoredCondition } from '../domain/one-sku.js';
import { storeUnless } from './store-unless.js';

/** A matrix as far as the rule of the one SKU looks at it. */
export interface RelatedMatrix extends Recorded {
  readonly attributesRelation: AttributesRelation;
}

export interface OneSkuParts<C extends StoredCondition, M extends RelatedMatrix> {
  readonly conditions: Records<C>;
  readonly matrices: Records<M>;
  readonly transactions: Transactions;
}

const EVERY = 1_000_000;

/**
 * Stored conditions, of which a matrix under AND has at most one for `sku` (pricing.md §2). Whoever writes one locks the
 * matrix first, as whoever turns it to AND does: so of two at once the second sees the first.
 */
export class OneSkuConditions<C extends StoredCondition, M extends RelatedMatrix> extends Records<C> {
  constructor(private readonly parts: OneSkuParts<C, M>) {
    super();
  }

  byIds(ids: readonly number[]): Promise<ReadonlyMap<number, C>> {
    return this.parts.conditions.byIds(ids);
  }

  byKey(key: UniqueKey<C>, samples: readonly Partial<C>[]): Promise<readonly (C | undefined)[]> {
    return this.parts.conditions.byKey(key, samples);
  }

  search(criteria: Criteria): Promise<Page<C>> {
    return this.parts.conditions.search(criteria);
  }

  override idsOf(groups: Criteria['groups']): Promise<readonly number[]> {
    return this.parts.conditions.idsOf(groups);
  }

  insert(records: readonly C[], givenIds?: boolean): Promise<readonly number[]> {
    return this.guarded(records, (batch) => this.parts.conditions.insert(batch, givenIds));
  }

  update(records: readonly C[]): Promise<void> {
    return this.guarded(records, (batch) => this.parts.conditions.update(batch));
  }

  remove(ids: readonly number[]): Promise<void> {
    return this.parts.conditions.remove(ids);
  }

  private guarded<R>(records: readonly C[], store: (batch: readonly C[]) => Promise<R>): Promise<R> {
    const { transactions } = this.parts;
    return transactions.write(async () => storeUnless(transactions, records, await this.firstRefused(records), store));
  }

  private async firstRefused(records: readonly C[]): Promise<RowRefused | undefined> {
    const asked = records.filter(({ attributeCode }) => attributeCode === SKU).map(({ matrixId }) => matrixId);
    if (asked.length === 0) return undefined;
    // Inside a write transaction this locks them.
    const matrices = await this.parts.matrices.byIds([...new Set(asked)].sort((one, other) => one - other));
    const under = [...matrices.values()].filter((matrix) => matrix.attributesRelation === 'AND').map(({ id }) => id);
    if (under.length === 0) return undefined;
    const { items } = await this.parts.conditions.search({
      groups: [
        [{ property: 'matrixId', condition: 'in', values: under }],
        [{ property: 'attributeCode', condition: 'eq', values: [SKU] }],
      ],
      sort: [],
      page: 1,
      pageSize: EVERY,
    });
    const isUnder = new Set(under);
    const index = firstOtherSku(items, records, (matrixId) => isUnder.has(matrixId));
    const refused = index === undefined ? undefined : records[index];
    return index === undefined || !refused ? undefined : new RowRefused(index, otherSkuFault(refused));
  }
}
