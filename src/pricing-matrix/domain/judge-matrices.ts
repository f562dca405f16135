import type { Day } from '../../../libs/kernel/index.js';
import {
  type Bases,
  type Buyer,
  choose,
  type Dated,
  type Frame,
  highestQty,
  type Judgement,
  judgeRow,
  type Line,
  lowestId,
  lowestPrice,
  type PriceRow,
  type Rule,
} from '../../../libs/pricing/index.js';

export interface ReachedMatrix extends PriceRow {
  readonly isActive: boolean;
  readonly priority: number;
  /** How many of its conditions a product must meet. */
  readonly needed: number;
  /** The days on which the customer has it. */
  readonly customerFrom: Day | null;
  readonly customerTo: Day | null;
}

export interface MatrixRow extends PriceRow {
  readonly priority: number;
  /** What must hold beside its own terms: active, the customer's days, the conditions. */
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

/** In one pool: the highest threshold reached, then the lowest price, then the lowest id (pricing.md §2). */
const POOL: readonly Rule<MatrixRow>[] = [highestQty, lowestPrice, lowestId];
const BY_PRIORITY: readonly Rule<MatrixRow>[] = [highestPriority, ...POOL];

/** `product_customer_matrix`: which matrix counts, if any; `merge_matrix_qtys` pools all, whatever their priority. */
export const judgeMatrices = (
  rows: readonly MatrixRow[],
  line: Line,
  buyer: Buyer,
  bases: Bases,
): readonly Judgement[] => [
  choose(
    'product_customer_matrix',
    rows.map((row) => judgeRow(row, line, buyer, bases, row.frame)),
    buyer.settings.mergeMatrixQtys === 1 ? POOL : BY_PRIORITY,
  ),
];

/** Whether there is a quantity and a day on which this matrix could count for the buyer. */
export const mayCount = ({ isActive, websiteId, currency }: ReachedMatrix, buyer: Buyer): boolean =>
  isActive && (websiteId === 0 || websiteId === buyer.websiteId) && (currency ?? buyer.baseCurrency) === buyer.currency;

/** The days of each header, and those on which the customer has it. */
export const periodsOfMatrices = (rows: readonly MatrixRow[]): readonly Dated[] =>
  rows.flatMap(({ fromDate, toDate, frame }) => [
    { fromDate, toDate },
    { fromDate: frame.fromDate ?? null, toDate: frame.toDate ?? null },
  ]);
