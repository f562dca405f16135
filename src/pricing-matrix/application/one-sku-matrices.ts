import type { Criteria, Page } from '../../../libs/kernel/index.js';
import { Records, RowRefused, type UniqueKey } from '../../../libs/records/index.js';
import { SKU } from '../domain/conditions.js';
import { otherSku, severalSkusFault, type StoredCondition } from '../domain/one-sku.js';
import type { OneSkuParts, RelatedMatrix } from './one-sku-conditions.js';
import { storeUnless } from './store-unless.js';

/** Stored matrices: one that asks for different SKUs can't be turned from OR to AND (pricing.md §2). */
export class OneSkuMatrices<C extends StoredCondition, M extends RelatedMatrix> extends Records<M> {
  constructor(private readonly parts: OneSkuParts<C, M>) {
    super();
  }

  byIds(ids: readonly number[]): Promise<ReadonlyMap<number, M>> {
    return this.parts.matrices.byIds(ids);
  }

  byKey(key: UniqueKey<M>, samples: readonly Partial<M>[]): Promise<readonly (M | undefined)[]> {
    return this.parts.matrices.byKey(key, samples);
  }

  search(criteria: Criteria): Promise<Page<M>> {
    return this.parts.matrices.search(criteria);
  }

  override idsOf(groups: Criteria['groups']): Promise<readonly number[]> {
    return this.parts.matrices.idsOf(groups);
  }

  /** A new one has no conditions yet. */
  insert(records: readonly M[], givenIds?: boolean): Promise<readonly number[]> {
    return this.parts.matrices.insert(records, givenIds);
  }

  update(records: readonly M[]): Promise<void> {
    const { transactions, matrices } = this.parts;
    return transactions.write(async () =>
      storeUnless(transactions, records, await this.firstRefused(records), (batch) => matrices.update(batch)),
    );
  }

  remove(ids: readonly number[]): Promise<void> {
    return this.parts.matrices.remove(ids);
  }

  private async firstRefused(records: readonly M[]): Promise<RowRefused | undefined> {
    // Inside a write transaction this locks them, so that no condition comes meanwhile.
    const before = await this.parts.matrices.byIds(records.map(({ id }) => id));
    for (const [index, { id, attributesRelation }] of records.entries()) {
      if (attributesRelation !== 'AND' || before.get(id)?.attributesRelation === 'AND') continue;
      if (await this.asksForDifferentSkus(id)) return new RowRefused(index, severalSkusFault());
    }
    return undefined;
  }

  private async asksForDifferentSkus(id: number): Promise<boolean> {
    // No matrix has a condition twice, so two rows are two SKUs.
    const { items } = await this.parts.conditions.search({
      groups: [
        [{ property: 'matrixId', condition: 'eq', values: [id] }],
        [{ property: 'attributeCode', condition: 'eq', values: [SKU] }],
      ],
      sort: [],
      page: 1,
      pageSize: 2,
    });
    return otherSku(items) !== undefined;
  }
}
