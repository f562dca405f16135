import { compareDecimals, type Decimal, numberOf, ONE, type MaybePromise } from '../../../libs/kernel/index.js';
import {
  type Bases,
  basesOf,
  type Buyer,
  type Evaluation,
  type Line,
  type PriceSource,
  type Reason,
  type SourceRows,
} from '../../../libs/pricing/index.js';
import { finalPriceOf, unitPriceOf } from './figures.js';
import { type Candidate, type Selection, selectPrice } from './select-price.js';

/** A source with its rows for a buyer, by product. */
export interface Loaded {
  readonly source: PriceSource;
  readonly rows: ReadonlyMap<number, SourceRows>;
}

/** The candidates of every source, and the selected one. */
export interface Priced extends Selection {
  readonly evaluations: readonly Evaluation[];
}

const evaluateAll = (loaded: readonly Loaded[], line: Line, buyer: Buyer, bases: Bases): readonly Evaluation[] => {
  const evaluations: Evaluation[] = [];
  for (const { source, rows } of loaded) {
    for (const evaluation of source.evaluate(rows.get(line.product.id), line, buyer, bases))
      evaluations.push(evaluation);
  }
  return evaluations;
};

/** Prices one line from loaded rows. Every returned price is calculated here. */
export const priceLine = (
  loaded: readonly Loaded[],
  line: Line,
  buyer: Buyer,
  bases: Bases = basesOf(line.product, buyer, line.day),
): Priced => {
  const evaluations = evaluateAll(loaded, line, buyer, bases);
  return { evaluations, ...selectPrice(evaluations, buyer.settings) };
};

export interface TierAnswer {
  readonly qty: Decimal;
  readonly unitPrice: Decimal;
  readonly finalPrice: Decimal;
  readonly candidate: Candidate;
}

const ONLY_ONE: readonly Decimal[] = [ONE];

const thresholds = (evaluations: readonly Evaluation[]): readonly Decimal[] => {
  let found: Map<number, Decimal> | undefined;
  for (const { evaluated } of evaluations)
    for (const { row } of evaluated) {
      if (!row || compareDecimals(row.qty, ONE) === 0) continue;
      // A threshold has at most 12 digits, so it is exact as a number and can be a key.
      found ??= new Map([[1, ONE]]);
      found.set(numberOf(row.qty), row.qty);
    }
  return found ? [...found].sort(([one], [other]) => one - other).map(([, qty]) => qty) : ONLY_ONE;
};

/** Quantities between two thresholds, within which nothing changes. */
export interface Step {
  readonly from: number;
  /** Upper bound, exclusive. */
  readonly below: number;
}

/** The step that contains the quantity of a line. */
export const stepOf = ({ evaluations }: Priced, line: Line): Step => {
  const [steps, qty] = [thresholds(evaluations).map((step) => numberOf(step)), numberOf(line.qty)];
  return {
    from: steps.findLast((step) => step <= qty) ?? 0,
    below: steps.find((step) => step > qty) ?? Infinity,
  };
};

/** Reasons that do not depend on the quantity. */
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
 * Removes thresholds below 1 whose row can never be the price, because tiers must not depend on how many rows were
 * loaded. From 1 on, an unused threshold changes nothing.
 */
const withoutUnusedSteps = (steps: readonly Decimal[], atOne: () => Priced): readonly Decimal[] => {
  if (compareDecimals(steps[0] ?? ONE, ONE) >= 0) return steps;
  const counting = atOne().evaluations.flatMap(({ verdicts }) =>
    verdicts.flatMap(({ row, reason }) => (row && !NEVER.has(reason) ? [numberOf(row.qty)] : [])),
  );
  return steps.filter((qty) => qty.gte(ONE) || counting.includes(numberOf(qty)));
};

/** Prepares the calculation of tiers: the steps, and the answer at each of them. */
const tierWork = (loaded: readonly Loaded[], line: Line, buyer: Buyer, priced: Priced) => {
  const steps = thresholds(priced.evaluations);
  // Nothing changes within a step, so the price of the line is also the price of its step.
  const own = steps.findLast((qty) => qty.lte(line.qty));
  let bases: Bases | undefined;
  const at = (qty: Decimal): Priced =>
    qty === own
      ? priced
      : priceLine(loaded, { ...line, qty }, buyer, (bases ??= basesOf(line.product, buyer, line.day)));
  const tiers: TierAnswer[] = [];
  const add = (qty: Decimal): void => {
    const { selected } = at(qty);
    if (!selected) return;
    const unitPrice = unitPriceOf(selected.taken.price, buyer);
    if (tiers.at(-1)?.unitPrice.eq(unitPrice)) return;
    tiers.push({ qty, unitPrice, finalPrice: finalPriceOf(unitPrice, buyer), candidate: selected });
  };
  return { steps: withoutUnusedSteps(steps, () => at(ONE)), add, tiers };
};

export const countOf = ({ evaluations }: Priced): number =>
  evaluations.reduce((sum, { evaluated }) => sum + evaluated.length, 0);

/** Candidates evaluated between two yields to the event loop, a few milliseconds. */
const JUDGED_AT_ONCE = 20_000;

/**
 * The unit price from quantity 1 and from each threshold of the buyer's rows, regardless of the requested quantity.
 * Steps without a price or without a change are left out (pricing.md §4). With thousands of thresholds and rows the
 * calculation yields to the event loop.
 */
export const tiersOf = (
  loaded: readonly Loaded[],
  line: Line,
  buyer: Buyer,
  priced: Priced,
  rest: () => Promise<void>,
): MaybePromise<readonly TierAnswer[]> => {
  const { steps, add, tiers } = tierWork(loaded, line, buyer, priced);
  const atOnce = Math.max(1, Math.floor(JUDGED_AT_ONCE / Math.max(1, countOf(priced))));
  if (steps.length <= atOnce) {
    steps.forEach(add);
    return tiers;
  }
  const restful = async (): Promise<readonly TierAnswer[]> => {
    for (const [index, qty] of steps.entries()) {
      if (index > 0 && index % atOnce === 0) await rest();
      add(qty);
    }
    return tiers;
  };
  return restful();
};
