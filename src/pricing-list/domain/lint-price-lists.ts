import {
  expired,
  type Finding,
  finding,
  isExpired,
  evaluationOf,
  type LintWebsite,
  type Named,
  type Pool,
  type PricedProduct,
} from '../../../libs/pricing/index.js';
import { evaluatePriceLists, type ListRow, type ListTerms } from './evaluate-price-lists.js';

export interface ListShape extends ListTerms {
  readonly isBase: boolean;
  readonly hasRows: boolean;
  /** True if the list is assigned to a customer or group. */
  readonly isAssigned: boolean;
}

const named = ({ id }: ListTerms): Named => ({ recordType: 'priceList', id });

const lacks = ({ isBase, hasRows, isAssigned }: ListShape): readonly string[] => [
  ...(hasRows ? [] : ['The list has no rows.']),
  ...(isBase || isAssigned ? [] : ['The list applies to no buyer: it is neither assigned nor a base list.']),
];

/**
 * Reports `empty_list` and `expired` for the list itself. An inactive list has no findings. An expired list has only
 * this finding.
 */
export const lintList = (list: ListShape, websites: readonly LintWebsite[]): readonly Finding[] => {
  if (!list.active) return [];
  const over = expired({ ...named(list), websiteId: list.websiteId, toDate: list.toDate ?? null }, websites);
  const missing = lacks(list);
  if (over.length > 0 || missing.length === 0) return over;
  return [finding('empty_list', 'warning', named(list), missing.join(' '))];
};

/** True if the rows of the list need to be checked. */
export const listMayStillCount = (
  { active, websiteId, toDate = null }: ListTerms,
  websites: readonly LintWebsite[],
): boolean => active && !isExpired({ websiteId, toDate }, websites);

/** The rows of one list for one product. */
export const listPool = (rows: readonly ListRow[], productOn: (websiteId: number) => PricedProduct): Pool<ListRow> => ({
  rows,
  productOn,
  evaluate: (some, line, buyer, bases) =>
    evaluationOf(evaluatePriceLists({ reached: some, base: [] }, line, buyer, bases), 'pricelist'),
  frameOf: ({ list }) => list,
});
