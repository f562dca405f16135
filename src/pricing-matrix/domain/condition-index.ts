import type { PricedProduct } from '../../../libs/pricing/index.js';
import { type MatrixCondition, valuesOf } from './conditions.js';

export const RELATIONS = ['AND', 'OR'] as const;
export type AttributesRelation = (typeof RELATIONS)[number];

export interface ConditionRow extends MatrixCondition {
  readonly matrixId: number;
}

/** Matrix IDs by condition code and value. */
export type ConditionIndex = ReadonlyMap<string, ReadonlyMap<string, readonly number[]>>;

export const conditionIndex = (rows: readonly ConditionRow[]): ConditionIndex => {
  const index = new Map<string, Map<string, number[]>>();
  for (const { matrixId, attributeCode, attributeValue } of rows) {
    let values = index.get(attributeCode);
    if (!values) index.set(attributeCode, (values = new Map<string, number[]>()));
    const matrices = values.get(attributeValue);
    if (matrices) matrices.push(matrixId);
    else values.set(attributeValue, [matrixId]);
  }
  return index;
};

/**
 * The number of matching conditions of a product, by matrix. Matrices without a match have no entry. The cost depends
 * on the product's values and their matches, not on the number of matrices.
 */
export const hitsOf = (product: PricedProduct, index: ConditionIndex): ReadonlyMap<number, number> => {
  const hits = new Map<number, number>();
  if (index.size === 0) return hits;
  for (const [code, value] of valuesOf(product))
    for (const matrix of index.get(code)?.get(value) ?? []) hits.set(matrix, (hits.get(matrix) ?? 0) + 1);
  return hits;
};

/** Number of conditions that must match. */
export const neededHits = (relation: AttributesRelation, rows: number): number => (relation === 'AND' ? rows : 1);

export const conditionsMet = (needed: number, hits: number): boolean => hits > 0 && hits >= needed;
