import { type Buyer, type Evaluation, type PriceCode, type Reason, type Verdict } from '../../../libs/pricing/index.js';
import type { Priced } from './price-line.js';

/** A candidate in an explanation (pricing.md §4). */
export interface Explained {
  readonly code: PriceCode;
  readonly verdict: Verdict;
  readonly selected: boolean;
  /** null for the selected candidate only. */
  readonly reason: Reason | null;
}

const finalReason = (
  evaluation: Evaluation,
  verdict: Verdict,
  { selected, standsBack }: Priced,
  { settings: { codes } }: Buyer,
): Reason | null => {
  if (verdict.reason !== null) return verdict.reason;
  if (evaluation.code === selected?.code) return null;
  return standsBack && codes.standBack.has(evaluation.code) ? 'individual_prices_are_final' : 'not_selected';
};

/** Sorted, because the order of rows from the database has no meaning. */
const byId = (verdicts: readonly Verdict[]): readonly Verdict[] =>
  [...verdicts].sort((one, other) => (one.row?.id ?? 0) - (other.row?.id ?? 0));

/** Lists every evaluated row with the reason why it was rejected; by code in sort order, then by row id. */
export const explain = (priced: Priced, buyer: Buyer): readonly Explained[] => {
  const order = buyer.settings.priceSortOrder;
  return [...priced.evaluations]
    .sort((one, other) => order.indexOf(one.code) - order.indexOf(other.code))
    .flatMap((evaluation) =>
      byId(evaluation.verdicts).map((verdict) => {
        const reason = finalReason(evaluation, verdict, priced, buyer);
        return { code: evaluation.code, verdict, selected: reason === null, reason };
      }),
    );
};
