import {
  type Bases,
  type Buyer,
  choose,
  type Dated,
  type Frame,
  highestQty,
  isUsable,
  type Judgement,
  judgeRow,
  type Line,
  lowestId,
  lowestPrice,
  type PriceRow,
  refusedFor,
  type Rule,
  type Verdict,
} from '../../../libs/pricing/index.js';

/** A list as the rules read it; its terms frame those of its rows. */
export interface ListTerms extends Frame {
  readonly id: number;
  readonly name: string;
  readonly priority: number;
  readonly active: boolean;
  /** 0 = all websites. */
  readonly websiteId: number;
}

export interface ListRow extends PriceRow {
  readonly list: ListTerms;
}

/** The lists that concern a buyer, active or not, of whatever website. */
export interface ReachedLists {
  /** Assigned to the customer or the group, each once. */
  readonly assigned: readonly ListTerms[];
  /** For everybody. */
  readonly base: readonly ListTerms[];
}

/** What a buyer finds for one product in price lists. A base list that is also assigned stands in both. */
export interface ListRows {
  /** Of lists assigned to the customer or the group. */
  readonly reached: readonly ListRow[];
  /** Of base lists. */
  readonly base: readonly ListRow[];
}

const highestPriority: Rule<ListRow> = {
  compare: (one, other) => other.row.list.priority - one.row.list.priority,
  reason: 'lower_priority',
};

/** The base list of the website before that of website 0. */
const websitesOwnList: Rule<ListRow> = {
  compare: (one, other) => Number(other.row.list.websiteId !== 0) - Number(one.row.list.websiteId !== 0),
  reason: 'lower_priority',
};

/** In one pool: the highest threshold reached, of it the lowest price, then the lowest id (pricing.md §2). */
const POOL: readonly Rule<ListRow>[] = [highestQty, lowestPrice, lowestId];

const BY_PRIORITY: readonly Rule<ListRow>[] = [highestPriority, ...POOL];
const BASE: readonly Rule<ListRow>[] = [websitesOwnList, ...POOL];

/** Base lists are only for those who have no price of another list. */
const standingBack = (verdicts: readonly Verdict<ListRow>[]): readonly Verdict<ListRow>[] =>
  verdicts.map((verdict) => (isUsable(verdict) ? refusedFor(verdict, 'lower_priority') : verdict));

/** `pricelist` and `base_pricelist`: which row of which list counts, if any. */
export const judgePriceLists = (rows: ListRows, line: Line, buyer: Buyer, bases: Bases): readonly Judgement[] => {
  const judged = (some: readonly ListRow[]): readonly Verdict<ListRow>[] =>
    some.map((row) => judgeRow(row, line, buyer, bases, row.list));
  const merges = buyer.settings.mergePricelistQtys === 1;
  const list = choose('pricelist', judged(rows.reached), merges ? POOL : BY_PRIORITY);
  const base = judged(rows.base);
  return [list, choose('base_pricelist', list.taken ? standingBack(base) : base, BASE)];
};

const mayCount = ({ active, websiteId }: ListTerms, buyer: Buyer): boolean =>
  active && (websiteId === 0 || websiteId === buyer.websiteId);

/** Without the lists that no row, quantity or day could make count for this buyer. */
export const listsThatMayCount = ({ assigned, base }: ReachedLists, buyer: Buyer): ReachedLists => ({
  assigned: assigned.filter((list) => mayCount(list, buyer)),
  base: base.filter((list) => mayCount(list, buyer)),
});

/** The days of each row, and those of its list. */
export const periodsOfLists = ({ reached, base }: ListRows): readonly Dated[] =>
  [...reached, ...base].flatMap(({ fromDate, toDate, list }) => [
    { fromDate, toDate },
    { fromDate: list.fromDate ?? null, toDate: list.toDate ?? null },
  ]);
