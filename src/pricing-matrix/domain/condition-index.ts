import type { ProductFacts } from '../../../libs/pricing/index.js';
import { type MatrixCondition, valuesOf } from './conditions.js';

/** How the conditions of a matrix belong together. */
export const RELATIONS = ['AND', 'OR'] as const;
export type AttributesRelation = (typeof RELATIONS)[number];

export interface ConditionRow extends MatrixCondition {
  readonly matrixId: number;
}

/** From a value to the matrices that ask for it. */
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
 * How many condition rows of each matrix a product meets; a matrix of which it meets none is absent. The work follows
 * from the product's values and what they hit, not from how many matrices there are.
 */
export const hitsOf = (product: ProductFacts, index: ConditionIndex): ReadonlyMap<number, number> => {
  const hits = new Map<number, number>();
  if (index.size === 0) return hits;
  for (const [code, value] of valuesOf(product))
    for (const matrix of index.get(code)?.get(value) ?? []) hits.set(matrix, (hits.get(matrix) ?? 0) + 1);
  return hits;
};

/** How many of its rows must hold. */
export const neededHits = (relation: AttributesRelation, rows: number): number => (relation === 'AND' ? rows : 1);

/** A matrix without condition rows matches no product. */
export const conditionsMet = (needed: number, hits: number): boolean => hits > 0 && hits >= needed;
