import type { Buyer, LoadDepth, PricedProduct } from '../../../libs/pricing/index.js';
import { conditionIndex, type ConditionRow, conditionsMet, hitsOf } from './condition-index.js';
import { type MatrixRow, matrixRow, mayCount, type ReachedMatrix } from './evaluate-matrices.js';

/** Number of matching conditions, by product and matrix. Products without a match have no entry. */
export type Hits = ReadonlyMap<number, ReadonlyMap<number, number>>;

export const hitsOfAll = (products: readonly PricedProduct[], conditions: readonly ConditionRow[]): Hits => {
  const index = conditionIndex(conditions);
  const found = products.map((product) => [product.id, hitsOf(product, index)] as const);
  return new Map(found.filter(([, ofProduct]) => ofProduct.size > 0));
};

/** The matrices that have a condition which any of the products matches. */
export const matricesHit = (hits: Hits): readonly number[] => [
  ...new Set([...hits.values()].flatMap((ofProduct) => [...ofProduct.keys()])),
];

const MEETS_NOTHING: ReadonlyMap<number, number> = new Map();

/** Creates the row of each matrix once, so that products share it. */
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
 * The matrices of each product: those whose conditions match and that can apply to the buyer. In depth `all`, every
 * matrix of the customer. Products without matrices have no entry.
 */
export const matrixRowsByProduct = (
  hits: Hits,
  matrices: readonly ReachedMatrix[],
  products: readonly PricedProduct[],
  buyer: Buyer,
  depth: LoadDepth,
): ReadonlyMap<number, readonly MatrixRow[]> => {
  const wanted = depth === 'all' ? matrices : matrices.filter((matrix) => mayCount(matrix, buyer));
  const needed = new Map(wanted.map((matrix) => [matrix.id, matrix.needed]));
  const [met, unmet] = [rowMaker(wanted, true), rowMaker(wanted, false)];
  const found = new Map<number, readonly MatrixRow[]>();
  for (const { id: product } of products) {
    const ofProduct = hits.get(product) ?? MEETS_NOTHING;
    const isMet = (id: number): boolean => conditionsMet(needed.get(id) ?? Infinity, ofProduct.get(id) ?? 0);
    const rows =
      depth === 'all'
        ? wanted.flatMap(({ id }) => (isMet(id) ? met(id) : unmet(id)))
        : [...ofProduct.keys()].flatMap((id) => (isMet(id) ? met(id) : []));
    if (rows.length > 0) found.set(product, rows);
  }
  return found;
};
