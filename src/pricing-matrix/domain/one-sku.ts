import { type Fault, sentence } from '../../../libs/kernel/index.js';
import { type MatrixCondition, SKU_CODE } from './conditions.js';
import type { ConditionRow } from './condition-index.js';

/*
 * A product has one SKU. Under AND two conditions on different SKUs would match nothing for ever, so they are refused:
 * at the second one, and at the change from OR to AND (pricing.md §2).
 */

export interface StoredConditionRow extends ConditionRow {
  readonly id: number;
}

/** Of the conditions of one matrix the first that asks for another SKU than one before it. */
export const otherSku = (conditions: readonly MatrixCondition[]): number | undefined => {
  const first = conditions.find(({ attributeCode }) => attributeCode === SKU_CODE);
  const other = conditions.findIndex(
    ({ attributeCode, attributeValue }) => attributeCode === SKU_CODE && attributeValue !== first?.attributeValue,
  );
  return other < 0 ? undefined : other;
};

/** The conditions on SKUs of each matrix while others are written. */
class Skus {
  private readonly byMatrix = new Map<number, StoredConditionRow[]>();
  private readonly matrixOf = new Map<number, number>();

  constructor(stored: readonly StoredConditionRow[]) {
    for (const condition of stored) this.put(condition);
  }

  of(matrixId: number): readonly StoredConditionRow[] {
    return this.byMatrix.get(matrixId) ?? [];
  }

  put(condition: StoredConditionRow): void {
    if (condition.attributeCode !== SKU_CODE) return;
    this.byMatrix.set(condition.matrixId, [...this.of(condition.matrixId), condition]);
    if (condition.id > 0) this.matrixOf.set(condition.id, condition.matrixId);
  }

  drop(id: number): void {
    const matrixId = this.matrixOf.get(id);
    if (matrixId === undefined) return;
    this.matrixOf.delete(id);
    this.byMatrix.set(
      matrixId,
      this.of(matrixId).filter((condition) => condition.id !== id),
    );
  }
}

/**
 * Of conditions that are written one after the other the first that asks for another SKU than its matrix, one under AND,
 * asks for then. One with an id takes the place of the stored one; `stored` are the conditions of those matrices.
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
    if (condition.attributeCode === SKU_CODE && otherSku([...skus.of(condition.matrixId), condition]) !== undefined)
      return index;
    skus.put(condition);
  }
  return undefined;
};

/** At the second `sku` row. */
export const otherSkuFault = ({ attributeValue }: MatrixCondition): Fault =>
  sentence(
    'The matrix combines its conditions with AND and already has a condition on a SKU other than "%sku". ' +
      'A product has one SKU: use OR, or another matrix.',
    { sku: attributeValue },
    'attribute_value',
  );

/** At the change from OR to AND. */
export const severalSkusFault = (): Fault =>
  sentence(
    'The matrix has conditions on several SKUs, so it cannot combine them with AND. ' +
      'A product has one SKU: use OR, or remove conditions.',
    undefined,
    'attributes_relation',
  );
