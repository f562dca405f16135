import { Injectable } from '@nestjs/common';
import {
  type BatchTransaction,
  type RecordChange,
  type Records,
  RecordStore,
  type RecordHooks,
  RowRefused,
} from '../../../libs/records/index.js';
import { SKU_CODE } from '../domain/conditions.js';
import { firstOtherSku, otherSkuFault } from '../domain/one-sku.js';
import { type ProductCustomerMatrix, productCustomerMatrixResource } from '../product-customer-matrix.record.js';
import type { ProductCustomerMatrixAttribute } from '../product-customer-matrix-attribute.record.js';

const EVERY = 1_000_000;

/**
 * A matrix with AND has at most one condition on `sku` (pricing.md §2). Writing such a condition locks the matrix, and
 * so does a change to AND, so that concurrent writes see each other.
 */
@Injectable()
export class ConditionHooks implements RecordHooks<ProductCustomerMatrixAttribute> {
  private readonly matrices: Records<ProductCustomerMatrix>;

  constructor(store: RecordStore) {
    this.matrices = store.recordsOf(productCustomerMatrixResource);
  }

  async check(
    batch: readonly RecordChange<ProductCustomerMatrixAttribute>[],
    { records }: BatchTransaction<ProductCustomerMatrixAttribute>,
  ): Promise<void> {
    const written = batch.flatMap(({ next }) => next ?? []);
    const named = written.filter(({ attributeCode }) => attributeCode === SKU_CODE).map(({ matrixId }) => matrixId);
    if (named.length === 0) return;
    // In a write transaction, this read locks the matrices.
    const matrices = await this.matrices.byIds([...new Set(named)].sort((one, other) => one - other));
    const under = [...matrices.values()].filter((matrix) => matrix.attributesRelation === 'AND').map(({ id }) => id);
    if (under.length === 0) return;
    const { items } = await records.search({
      groups: [
        [{ property: 'matrixId', condition: 'in', values: under }],
        [{ property: 'attributeCode', condition: 'eq', values: [SKU_CODE] }],
      ],
      sort: [],
      page: 1,
      pageSize: EVERY,
    });
    const isUnder = new Set(under);
    const index = firstOtherSku(items, written, (matrixId) => isUnder.has(matrixId));
    const refused = index === undefined ? undefined : written[index];
    if (index !== undefined && refused) throw new RowRefused(index, otherSkuFault(refused));
  }
}
