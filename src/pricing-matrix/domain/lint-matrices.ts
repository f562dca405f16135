import type { Day } from '../../../libs/kernel/index.js';
import {
  ANY_PRODUCT,
  comparableForAll,
  expired,
  type Finding,
  finding,
  isExpired,
  evaluationOf,
  type LintContext,
  type LintWebsite,
  lintPool,
  type Pool,
  type PriceRow,
} from '../../../libs/pricing/index.js';
import type { AttributesRelation } from './condition-index.js';
import type { MatrixCondition } from './conditions.js';
import { evaluateMatrices, type MatrixRow, matrixRow } from './evaluate-matrices.js';

export interface StoredCondition extends MatrixCondition {
  readonly id: number;
}

export interface MatrixShape extends PriceRow {
  readonly isActive: boolean;
  readonly priority: number;
  readonly relation: AttributesRelation;
  readonly conditions: readonly StoredCondition[];
  readonly hasCustomers: boolean;
}

export interface Assignment {
  readonly id: number;
  readonly matrixId: number;
  readonly customerId: number;
  readonly fromDate: Day | null;
  readonly toDate: Day | null;
}

/** A matrix as it applies to one customer, for products that match its conditions. */
export const rowFor = (matrix: MatrixShape, days: Pick<Assignment, 'fromDate' | 'toDate'>): MatrixRow =>
  matrixRow({ ...matrix, needed: 0, customerFrom: days.fromDate, customerTo: days.toDate }, true);

/** Matrices that compete with each other, for many products. */
export const matrixPool = (rows: readonly MatrixRow[]): Pool<MatrixRow> => ({
  rows,
  productOn: () => ANY_PRODUCT,
  evaluate: (some, line, buyer, bases) =>
    evaluationOf(evaluateMatrices(some, line, buyer, bases), 'product_customer_matrix'),
  frameOf: ({ frame }) => frame,
  rankOf: ({ priority }) => priority,
  comparable: (one, other, buyer) => comparableForAll(one, other, one.priority === other.priority, buyer),
});

const lacks = ({ conditions, hasCustomers }: MatrixShape): readonly string[] => [
  ...(conditions.length > 0 ? [] : ['The matrix has no conditions, so it matches no product.']),
  ...(hasCustomers ? [] : ['The matrix has no customers, so it applies to no buyer.']),
];

const ALWAYS = { fromDate: null, toDate: null };

/** Reports `empty_matrix` and `expired`, and `unreachable_row` for a matrix that never has a price. */
export const lintMatrix = (matrix: MatrixShape, context: LintContext): readonly Finding[] => {
  if (!matrix.isActive) return [];
  const { websites, wants } = context;
  const missing = isExpired(matrix, websites) ? [] : lacks(matrix);
  const alone: LintContext = { websites, wants: (rule) => rule === 'unreachable_row' && wants(rule) };
  return [
    ...(missing.length === 0 ? [] : [finding('empty_matrix', 'warning', matrix, missing.join(' '))]),
    ...lintPool(matrixPool([rowFor(matrix, ALWAYS)]), alone),
  ];
};

/** True if conditions and customers of the matrix need to be checked. */
export const matrixMayStillCount = (matrix: MatrixShape, websites: readonly LintWebsite[]): boolean =>
  matrix.isActive && !isExpired(matrix, websites);

/** Reports `expired` for an assignment. */
export const lintAssignment = (
  { id, toDate }: Assignment,
  { websiteId }: Pick<MatrixShape, 'websiteId'>,
  websites: readonly LintWebsite[],
): readonly Finding[] => expired({ recordType: 'productCustomerMatrixCustomer', id, websiteId, toDate }, websites);
