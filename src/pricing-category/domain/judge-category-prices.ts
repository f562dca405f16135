import {
  type Bases,
  type Buyer,
  type CategorypriceSelect,
  choose,
  highestQty,
  type Judgement,
  judgeRow,
  type Line,
  lowestId,
  lowestPrice,
  type PriceRow,
  type ProductFacts,
  type Reason,
  type Rule,
} from '../../../libs/pricing/index.js';

/** A price of a category, which is its parent. */
export interface CategoryRow extends PriceRow {
  /** Agreed with the customer; else with the customer's group. */
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

/** What counts most, by the setting `categoryprice_select`; priority outranks the quantity (pricing.md §2). */
const ORDERS: Readonly<Record<CategorypriceSelect, readonly Rule<CategoryRow>[]>> = {
  priority: [highestPriority, ...TIES],
  customer: [customerFirst('lower_priority'), highestPriority, ...TIES],
  group: [groupFirst, highestPriority, ...TIES],
};

/** `categoryprice`: which row of any category the product is directly in counts, if any. */
export const judgeCategoryPrices = (
  rows: readonly CategoryRow[],
  line: Line,
  buyer: Buyer,
  bases: Bases,
): readonly Judgement[] => [
  choose(
    'categoryprice',
    rows.map((row) => judgeRow(row, line, buyer, bases)),
    ORDERS[buyer.settings.categorypriceSelect],
  ),
];

/** All categories that any of these products is directly in, each once. */
export const categoriesOf = (products: readonly ProductFacts[]): readonly number[] => [
  ...new Set(products.flatMap(({ categoryIds }) => categoryIds)),
];

/** What each product finds in its categories; a product without any row is absent. */
export const rowsByProduct = (
  products: readonly ProductFacts[],
  byCategory: ReadonlyMap<number, readonly CategoryRow[]>,
): ReadonlyMap<number, readonly CategoryRow[]> =>
  new Map(
    products
      .map(({ id, categoryIds }) => [id, categoryIds.flatMap((category) => byCategory.get(category) ?? [])] as const)
      .filter(([, rows]) => rows.length > 0),
  );
