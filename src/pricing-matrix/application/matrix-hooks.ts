import { Injectable } from '@nestjs/common';
import {
  type RecordChange,
  type Records,
  RecordStore,
  type RecordHooks,
  RowRefused,
} from '../../../libs/records/index.js';
import { SKU_CODE } from '../domain/conditions.js';
import { otherSku, severalSkusFault } from '../domain/one-sku.js';
import type { ProductCustomerMatrix } from '../product-customer-matrix.record.js';
import {
  type ProductCustomerMatrixAttribute,
  productCustomerMatrixAttributeResource,
} from '../product-customer-matrix-attribute.record.js';

/** Refuses a change from OR to AND for a matrix with conditions on different SKUs (pricing.md §2). */
@Injectable()
export class MatrixHooks implements RecordHooks<ProductCustomerMatrix> {
  private readonly conditions: Records<ProductCustomerMatrixAttribute>;

  constructor(store: RecordStore) {
    this.conditions = store.recordsOf(productCustomerMatrixAttributeResource);
  }

  /**
   * A new matrix has no conditions yet. Conditions of existing matrices cannot change meanwhile, because writers of
   * conditions lock the matrix.
   */
  async check(batch: readonly RecordChange<ProductCustomerMatrix>[]): Promise<void> {
    for (const [index, { previous, next }] of batch.entries()) {
      if (!previous || next?.attributesRelation !== 'AND' || previous.attributesRelation === 'AND') continue;
      if (await this.asksForDifferentSkus(next.id)) throw new RowRefused(index, severalSkusFault());
    }
  }

  private async asksForDifferentSkus(id: number): Promise<boolean> {
    // Conditions of a matrix are unique, so two rows always have two different SKUs.
    const { items } = await this.conditions.search({
      groups: [
        [{ property: 'matrixId', condition: 'eq', values: [id] }],
        [{ property: 'attributeCode', condition: 'eq', values: [SKU_CODE] }],
      ],
      sort: [],
      page: 1,
      pageSize: 2,
    });
    return otherSku(items) !== undefined;
  }
}
