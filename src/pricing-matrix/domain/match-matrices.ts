import type { Buyer, LoadDepth, ProductFacts } from '../../../libs/pricing/index.js';
import { conditionIndex, type ConditionRow, conditionsMet, hitsOf } from './condition-index.js';
import { type MatrixRow, matrixRow, mayCount, type ReachedMatrix } from './judge-matrices.js';

/** By product, how many conditions of which matrices it meets. */
export type Hits = ReadonlyMap<number, ReadonlyMap<number, number>>;

/** From the products' values to the matrices that ask for them. */
export const hitsOfAll = (products: readonly ProductFacts[], conditions: readonly ConditionRow[]): Hits => {
  const index = conditionIndex(conditions);
  return new Map(products.map((product) => [product.id, hitsOf(product, index)]));
};

/** The matrices of which any product meets a condition. */
export const matricesHit = (hits: Hits): readonly number[] => [
  ...new Set([...hits.values()].flatMap((ofProduct) => [...ofProduct.keys()])),
];

/** Makes each matrix's row once; products share it. */
const rowMaker = (matrices: readonly ReachedMatrix[], conditionsAreMet: boolean): ((id: number) => MatrixRow[]) => {
  const byId = new Map(matrices.map((matrix) => [matrix.id, matrix]));
  const made = new Map<number, MatrixRow[]>();
  return (id) => {
    let rows = made.get(id);
    if (!rows) {
      const matrix = byId.get(id);
      made.set(id, (rows = matrix ? [matrixRow(matrix, conditionsAreMet)] : []));
    }
    return rows;
  };
};

/**
 * What each product finds: the matrices whose conditions it meets, of those that could count for the buyer; in depth
 * `all` every matrix that the customer reaches. A product without any is absent.
 */
export const matrixRowsByProduct = (
  hits: Hits,
  matrices: readonly ReachedMatrix[],
  buyer: Buyer,
  depth: LoadDepth,
): ReadonlyMap<number, readonly MatrixRow[]> => {
  const wanted = depth === 'all' ? matrices : matrices.filter((matrix) => mayCount(matrix, buyer));
  const needed = new Map(wanted.map((matrix) => [matrix.id, matrix.needed]));
  const [met, unmet] = [rowMaker(wanted, true), rowMaker(wanted, false)];
  const found = new Map<number, readonly MatrixRow[]>();
  for (const [product, ofProduct] of hits) {
    const isMet = (id: number): boolean => conditionsMet(needed.get(id) ?? Infinity, ofProduct.get(id) ?? 0);
    const rows =
      depth === 'all'
        ? wanted.flatMap(({ id }) => (isMet(id) ? met(id) : unmet(id)))
        : [...ofProduct.keys()].flatMap((id) => (isMet(id) ? met(id) : []));
    if (rows.length > 0) found.set(product, rows);
  }
  return found;
};
