import { compareDecimals, type Decimal, ONE } from '../../../libs/kernel/index.js';
import {
  type Bases,
  basesOf,
  type Buyer,
  type Judgement,
  type Line,
  type PriceSource,
  type Reason,
  type SourceRows,
} from '../../../libs/pricing/index.js';
import { finalPriceOf, unitPriceOf } from './figures.js';
import { type Candidate, type Selection, selectPrice } from './select-price.js';

/** A source with the rows that it has loaded for a buyer, by product. */
export interface Loaded {
  readonly source: PriceSource;
  readonly rows: ReadonlyMap<number, SourceRows>;
}

/** What every source says of a line, and what is chosen. */
export interface Priced extends Selection {
  readonly judgements: readonly Judgement[];
}

const judgeAll = (loaded: readonly Loaded[], line: Line, buyer: Buyer, bases: Bases): readonly Judgement[] => {
  const judgements: Judgement[] = [];
  for (const { source, rows } of loaded) {
    for (const judgement of source.judge(rows.get(line.product.id), line, buyer, bases)) judgements.push(judgement);
  }
  return judgements;
};

/** Prices one line from loaded rows: the only way to a price, whoever asks. */
export const priceLine = (
  loaded: readonly Loaded[],
  line: Line,
  buyer: Buyer,
  bases: Bases = basesOf(line.product, buyer, line.day),
): Priced => {
  const judgements = judgeAll(loaded, line, buyer, bases);
  return { judgements, ...selectPrice(judgements, buyer.settings) };
};

export interface TierAnswer {
  readonly qty: Decimal;
  readonly unitPrice: Decimal;
  readonly finalPrice: Decimal;
  readonly candidate: Candidate;
}

const ONLY_ONE: readonly Decimal[] = [ONE];

const thresholds = (judgements: readonly Judgement[]): readonly Decimal[] => {
  let found: Map<number, Decimal> | undefined;
  for (const { judged } of judgements)
    for (const { row } of judged) {
      if (!row || compareDecimals(row.qty, ONE) === 0) continue;
      // A threshold has at most 12 digits: as a number it is exact, and the same threshold the same key.
      found ??= new Map([[1, ONE]]);
      found.set(row.qty.toNumber(), row.qty);
    }
  return found ? [...found].sort(([one], [other]) => one - other).map(([, qty]) => qty) : ONLY_ONE;
};

/** What a row lacks whatever the quantity. */
const NEVER: ReadonlySet<Reason | null> = new Set<Reason>([
  'inactive',
  'other_website',
  'other_currency',
  'out_of_date',
  'no_base',
  'zero_skipped',
  'conditions_unmet',
]);

/**
 * The first row of the answer can lie below quantity 1, and only for a row that can be the price from there on: others
 * are read or not by the depth of the load, which mustn't be seen. From 1 on, such a step changes nothing.
 */
const withoutIdle = (steps: readonly Decimal[], atOne: () => Priced): readonly Decimal[] => {
  if (compareDecimals(steps[0] ?? ONE, ONE) >= 0) return steps;
  const counting = atOne().judgements.flatMap(({ verdicts }) =>
    verdicts.flatMap(({ row, reason }) => (row && !NEVER.has(reason) ? [row.qty.toNumber()] : [])),
  );
  return steps.filter((qty) => qty.gte(ONE) || counting.includes(qty.toNumber()));
};

/**
 * What the unit price is from quantity 1 and from each threshold of the buyer's rows on, whatever was asked; steps
 * without a price and steps that change nothing are left out (pricing.md §4).
 */
export const tiersOf = (loaded: readonly Loaded[], line: Line, buyer: Buyer, priced: Priced): readonly TierAnswer[] => {
  const steps = thresholds(priced.judgements);
  // Between two steps nothing changes, so the line itself was judged as the step that it has reached.
  const own = steps.findLast((qty) => qty.lte(line.qty));
  let bases: Bases | undefined;
  const at = (qty: Decimal): Priced =>
    qty === own
      ? priced
      : priceLine(loaded, { ...line, qty }, buyer, (bases ??= basesOf(line.product, buyer, line.day)));
  const tiers: TierAnswer[] = [];
  for (const qty of withoutIdle(steps, () => at(ONE))) {
    const { selected } = at(qty);
    if (!selected) continue;
    const unitPrice = unitPriceOf(selected.taken.price, buyer);
    if (tiers.at(-1)?.unitPrice.eq(unitPrice)) continue;
    tiers.push({ qty, unitPrice, finalPrice: finalPriceOf(unitPrice, buyer), candidate: selected });
  }
  return tiers;
};
