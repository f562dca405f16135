import {
  type Bases,
  type Buyer,
  choose,
  type Dated,
  type Frame,
  highestQty,
  isUsable,
  type Evaluation,
  evaluateRows,
  type Line,
  lowestId,
  lowestPrice,
  type PriceRow,
  refusedFor,
  type Rule,
  type Verdict,
} from '../../../libs/pricing/index.js';

/** The terms of a list, which also limit its rows. */
export interface ListTerms extends Frame {
  readonly id: number;
  readonly name: string;
  readonly priority: number;
  readonly active: boolean;
  /** 0 means all websites. */
  readonly websiteId: number;
}

export interface ListRow extends PriceRow {
  readonly list: ListTerms;
}

/** The lists of a buyer for all websites, active or not. */
export interface ReachedLists {
  /** Lists assigned to the customer or the group, without duplicates. */
  readonly assigned: readonly ListTerms[];
  /** Lists for all buyers. */
  readonly base: readonly ListTerms[];
}

/** A buyer's rows for one product. Rows of a base list that is also assigned are in both. */
export interface ListRows {
  /** Rows of lists assigned to the customer or the group. */
  readonly reached: readonly ListRow[];
  /** Rows of base lists. */
  readonly base: readonly ListRow[];
}

const highestPriority: Rule<ListRow> = {
  compare: (one, other) => other.row.list.priority - one.row.list.priority,
  reason: 'lower_priority',
};

/** Prefers a base list of the website to a base list of website 0. */
const websitesOwnList: Rule<ListRow> = {
  compare: (one, other) => Number(other.row.list.websiteId !== 0) - Number(one.row.list.websiteId !== 0),
  reason: 'lower_priority',
};

/** Order within a pool: highest threshold reached, then lowest price, then lowest ID (pricing.md §2). */
const POOL: readonly Rule<ListRow>[] = [highestQty, lowestPrice, lowestId];

const BY_PRIORITY: readonly Rule<ListRow>[] = [highestPriority, ...POOL];
const BASE: readonly Rule<ListRow>[] = [websitesOwnList, ...POOL];

const BY_LIST = { frameOf: ({ list }: ListRow) => list, ownerOf: ({ list }: ListRow) => list.id };

/** Drops base lists for buyers with a price from another list. */
const standingBack = (verdicts: readonly Verdict<ListRow>[]): readonly Verdict<ListRow>[] =>
  verdicts.map((verdict) => (isUsable(verdict) ? refusedFor(verdict, 'lower_priority') : verdict));

/** Selects the rows for the codes `pricelist` and `base_pricelist`. */
export const evaluatePriceLists = (rows: ListRows, line: Line, buyer: Buyer, bases: Bases): readonly Evaluation[] => {
  const evaluated = (some: readonly ListRow[]): readonly Verdict<ListRow>[] =>
    evaluateRows(some, line, buyer, bases, BY_LIST);
  const merges = buyer.settings.mergePricelistQtys === 1;
  const list = choose('pricelist', evaluated(rows.reached), merges ? POOL : BY_PRIORITY);
  const base = evaluated(rows.base);
  return [list, choose('base_pricelist', list.taken ? standingBack(base) : base, BASE)];
};

const mayCount = ({ active, websiteId }: ListTerms, buyer: Buyer): boolean =>
  active && (websiteId === 0 || websiteId === buyer.websiteId);

/** Removes lists that cannot apply to this buyer for any row, quantity or day. */
export const listsThatMayCount = ({ assigned, base }: ReachedLists, buyer: Buyer): ReachedLists => ({
  assigned: assigned.filter((list) => mayCount(list, buyer)),
  base: base.filter((list) => mayCount(list, buyer)),
});

/** The periods of all rows and of their lists. */
export const periodsOfLists = ({ reached, base }: ListRows): readonly Dated[] =>
  [...reached, ...base].flatMap(({ fromDate, toDate, list }) => [
    { fromDate, toDate },
    { fromDate: list.fromDate ?? null, toDate: list.toDate ?? null },
  ]);
