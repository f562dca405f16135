import type { Day } from '../../../libs/kernel/index.js';
import {
  type Bases,
  type Buyer,
  choose,
  type Dated,
  type Frame,
  highestQty,
  type Evaluation,
  evaluateRows,
  type Line,
  lowestId,
  lowestPrice,
  type PriceRow,
  type Rule,
} from '../../../libs/pricing/index.js';

export interface ReachedMatrix extends PriceRow {
  readonly isActive: boolean;
  readonly priority: number;
  /** The number of conditions that a product must match. */
  readonly needed: number;
  /** First day of the customer's assignment. */
  readonly customerFrom: Day | null;
  readonly customerTo: Day | null;
}

export interface MatrixRow extends PriceRow {
  readonly priority: number;
  /** Other requirements: active status, days of the assignment, and conditions. */
  readonly frame: Frame;
}

export const matrixRow = (matrix: ReachedMatrix, conditionsMet: boolean): MatrixRow => ({
  ...matrix,
  frame: {
    active: matrix.isActive,
    fromDate: matrix.customerFrom,
    toDate: matrix.customerTo,
    conditionsMet,
  },
});

const highestPriority: Rule<MatrixRow> = {
  compare: (one, other) => other.row.priority - one.row.priority,
  reason: 'lower_priority',
};

/** Order within a pool: highest threshold reached, then lowest price, then lowest ID (pricing.md §2). */
const POOL: readonly Rule<MatrixRow>[] = [highestQty, lowestPrice, lowestId];
const BY_PRIORITY: readonly Rule<MatrixRow>[] = [highestPriority, ...POOL];

/** Each matrix has a single threshold. */
const BY_MATRIX = { frameOf: ({ frame }: MatrixRow) => frame, ownerOf: ({ id }: MatrixRow) => id };

/**
 * Selects the matrix for the code `product_customer_matrix`. With `merge_matrix_qtys`, all priorities form one pool.
 */
export const evaluateMatrices = (
  rows: readonly MatrixRow[],
  line: Line,
  buyer: Buyer,
  bases: Bases,
): readonly Evaluation[] => [
  choose(
    'product_customer_matrix',
    evaluateRows(rows, line, buyer, bases, BY_MATRIX),
    buyer.settings.mergeMatrixQtys === 1 ? POOL : BY_PRIORITY,
  ),
];

/** True if this matrix can apply to the buyer for some quantity and day. */
export const mayCount = ({ isActive, websiteId, currency }: ReachedMatrix, buyer: Buyer): boolean =>
  isActive && (websiteId === 0 || websiteId === buyer.websiteId) && (currency ?? buyer.baseCurrency) === buyer.currency;

/** The periods of all headers and assignments. */
export const periodsOfMatrices = (rows: readonly MatrixRow[]): readonly Dated[] =>
  rows.flatMap(({ fromDate, toDate, frame }) => [
    { fromDate, toDate },
    { fromDate: frame.fromDate ?? null, toDate: frame.toDate ?? null },
  ]);
