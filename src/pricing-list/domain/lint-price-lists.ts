import {
  expired,
  type Finding,
  finding,
  isExpired,
  judgementOf,
  type LintPlace,
  type Named,
  type Pool,
  type ProductFacts,
} from '../../../libs/pricing/index.js';
import { judgePriceLists, type ListRow, type ListTerms } from './judge-price-lists.js';

export interface ListShape extends ListTerms {
  readonly isBase: boolean;
  readonly hasRows: boolean;
  /** Whether any customer or group has it. */
  readonly isAssigned: boolean;
}

const named = ({ id }: ListTerms): Named => ({ recordType: 'priceList', id });

const lacks = ({ isBase, hasRows, isAssigned }: ListShape): readonly string[] => [
  ...(hasRows ? [] : ['The list has no rows.']),
  ...(isBase || isAssigned ? [] : ['The list applies to no buyer: it is not assigned and not a base list.']),
];

/** `empty_list` and `expired`, of the list itself; of one that is switched off nothing is said, of an expired one nothing else. */
export const lintList = (list: ListShape, places: readonly LintPlace[]): readonly Finding[] => {
  if (!list.active) return [];
  const over = expired({ ...named(list), websiteId: list.websiteId, toDate: list.toDate ?? null }, places);
  const missing = lacks(list);
  if (over.length > 0 || missing.length === 0) return over;
  return [finding('empty_list', 'warning', named(list), missing.join(' '))];
};

/** Whether anything is to be said of a list's rows. */
export const listMayStillCount = (
  { active, websiteId, toDate = null }: ListTerms,
  places: readonly LintPlace[],
): boolean => active && !isExpired({ websiteId, toDate }, places);

/** A list's rows for one product, as the checks of a price book look at them. */
export const listPool = (rows: readonly ListRow[], productOn: (websiteId: number) => ProductFacts): Pool<ListRow> => ({
  rows,
  productOn,
  judge: (some, line, buyer, bases) =>
    judgementOf(judgePriceLists({ reached: some, base: [] }, line, buyer, bases), 'pricelist'),
  frameOf: ({ list }) => list,
});
