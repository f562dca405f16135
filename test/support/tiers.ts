import type { Buyer, Line } from '../../libs/pricing/index.js';
import { type Loaded, type Priced, type TierAnswer, tiersOf } from '../../src/pricing-calc/domain/price-line.js';

const noRest = (): never => {
  throw new Error('so few thresholds are evaluated at once');
};

/** The tiers of a line with few thresholds, available at once. */
export const fewTiers = (
  loaded: readonly Loaded[],
  line: Line,
  buyer: Buyer,
  priced: Priced,
): readonly TierAnswer[] => {
  const tiers = tiersOf(loaded, line, buyer, priced, noRest);
  if (tiers instanceof Promise) throw new Error('more thresholds than can be evaluated at once');
  return tiers;
};
