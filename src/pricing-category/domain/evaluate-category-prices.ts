import {
  type Bases,
  type Buyer,
  type CategorypriceSelect,
  choose,
  highestQty,
  type Evaluation,
  evaluateRows,
  type Line,
  lowestId,
  lowestPrice,
  type PriceRow,
  type PricedProduct,
  type Reason,
  type Rule,
} from '../../../libs/pricing/index.js';

/** The row's parent is the category. */
export interface CategoryRow extends PriceRow {
  /** True for a price of the customer, false for one of the customer group. */
  readonly isCustomers: boolean;
  readonly priority: number;
}

const customerFirst = (reason: Reason): Rule<CategoryRow> => ({
  compare: (one, other) => Number(other.row.isCustomers) - Number(one.row.isCustomers),
  reason,
});

const groupFirst: Rule<CategoryRow> = {
  compare: (one, other) => Number(one.row.isCustomers) - Number(other.row.isCustomers),
  reason: 'lower_priority',
};

const highestPriority: Rule<CategoryRow> = {
  compare: (one, other) => other.row.priority - one.row.priority,
  reason: 'lower_priority',
};

const TIES: readonly Rule<CategoryRow>[] = [customerFirst('tie_in_source'), highestQty, lowestPrice, lowestId];

/**
 * The order in which rows win, by the setting `categoryprice_select`. Priority is compared before quantity (pricing.md
 * §2).
 */
const ORDERS: Readonly<Record<CategorypriceSelect, readonly Rule<CategoryRow>[]>> = {
  priority: [highestPriority, ...TIES],
  customer: [customerFirst('lower_priority'), highestPriority, ...TIES],
  group: [groupFirst, highestPriority, ...TIES],
};

const categoryAndBuyer = ({ parentId, isCustomers }: CategoryRow): string => `${parentId} ${isCustomers}`;

/** Selects the row for the code `categoryprice`, from all categories of the product. */
export const evaluateCategoryPrices = (
  rows: readonly CategoryRow[],
  line: Line,
  buyer: Buyer,
  bases: Bases,
): readonly Evaluation[] => [
  choose(
    'categoryprice',
    evaluateRows(rows, line, buyer, bases, { ownerOf: categoryAndBuyer }),
    ORDERS[buyer.settings.categorypriceSelect],
  ),
];

/** The distinct categories that these products are assigned to directly. */
export const categoriesOf = (products: readonly PricedProduct[]): readonly number[] => {
  const found = new Set<number>();
  for (const { categoryIds } of products) for (const id of categoryIds) found.add(id);
  return [...found];
};

/** The rows of each product's categories. A product without rows has no entry. */
export const rowsByProduct = (
  products: readonly PricedProduct[],
  byCategory: ReadonlyMap<number, readonly CategoryRow[]>,
): ReadonlyMap<number, readonly CategoryRow[]> =>
  new Map(
    products
      .map(({ id, categoryIds }) => [id, categoryIds.flatMap((category) => byCategory.get(category) ?? [])] as const)
      .filter(([, rows]) => rows.length > 0),
  );
