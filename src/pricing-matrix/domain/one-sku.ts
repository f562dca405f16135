import { type Fault, sentence } from '../../../libs/kernel/index.js';
import { type MatrixCondition, SKU_CODE } from './conditions.js';
import type { ConditionRow } from './condition-index.js';

/*
 * A product has one SKU, so two conditions on different SKUs under AND can never match. They are refused when the
 * second condition is written, and when OR changes to AND (pricing.md §2).
 */

export interface StoredConditionRow extends ConditionRow {
  readonly id: number;
}

/** The index of the first condition whose SKU differs from an earlier condition of the same matrix. */
export const otherSku = (conditions: readonly MatrixCondition[]): number | undefined => {
  const first = conditions.find(({ attributeCode }) => attributeCode === SKU_CODE);
  const other = conditions.findIndex(
    ({ attributeCode, attributeValue }) => attributeCode === SKU_CODE && attributeValue !== first?.attributeValue,
  );
  return other < 0 ? undefined : other;
};

/** Tracks the SKU conditions of each matrix during a sequence of writes. */
class Skus {
  private readonly byMatrix = new Map<number, StoredConditionRow[]>();
  private readonly matrixOf = new Map<number, number>();

  constructor(stored: readonly StoredConditionRow[]) {
    for (const condition of stored) this.put(condition);
  }

  rowsOf(matrixId: number): readonly StoredConditionRow[] {
    return this.byMatrix.get(matrixId) ?? [];
  }

  put(condition: StoredConditionRow): void {
    if (condition.attributeCode !== SKU_CODE) return;
    this.byMatrix.set(condition.matrixId, [...this.rowsOf(condition.matrixId), condition]);
    if (condition.id > 0) this.matrixOf.set(condition.id, condition.matrixId);
  }

  drop(id: number): void {
    const matrixId = this.matrixOf.get(id);
    if (matrixId === undefined) return;
    this.matrixOf.delete(id);
    this.byMatrix.set(
      matrixId,
      this.rowsOf(matrixId).filter((condition) => condition.id !== id),
    );
  }
}

/**
 * The index of the first written condition that gives a matrix with AND a second SKU. Conditions are applied in order,
 * and a condition with an ID replaces the stored one. `stored` contains the conditions of the matrices concerned.
 */
export const firstOtherSku = (
  stored: readonly StoredConditionRow[],
  written: readonly StoredConditionRow[],
  isUnderAnd: (matrixId: number) => boolean,
): number | undefined => {
  const skus = new Skus(stored);
  for (const [index, condition] of written.entries()) {
    skus.drop(condition.id);
    if (!isUnderAnd(condition.matrixId)) continue;
    if (condition.attributeCode === SKU_CODE && otherSku([...skus.rowsOf(condition.matrixId), condition]) !== undefined)
      return index;
    skus.put(condition);
  }
  return undefined;
};

export const otherSkuFault = ({ attributeValue }: MatrixCondition): Fault =>
  sentence(
    'The matrix combines its conditions with AND and already has a condition on a SKU other than "%sku". A product has only one SKU. Use OR, or add the condition to another matrix.',
    { sku: attributeValue },
    'attribute_value',
  );

export const severalSkusFault = (): Fault =>
  sentence(
    'The matrix has conditions on several SKUs, so it cannot combine them with AND. A product has only one SKU. Use OR, or remove conditions.',
    undefined,
    'attributes_relation',
  );
