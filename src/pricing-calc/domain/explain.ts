import { type Buyer, type Judgement, type PriceCode, type Reason, type Verdict } from '../../../libs/pricing/index.js';
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
  judgement: Judgement,
  verdict: Verdict,
  { selected, standsBack }: Priced,
  { settings: { codes } }: Buyer,
): Reason | null => {
  if (verdict.reason !== null) return verdict.reason;
  if (judgement.code === selected?.code) return null;
  return standsBack && codes.standBack.has(judgement.code) ? 'individual_prices_are_final' : 'not_selected';
};

/** Sorted, because the order of rows from the database has no meaning. */
const byId = (verdicts: readonly Verdict[]): readonly Verdict[] =>
  [...verdicts].sort((one, other) => (one.row?.id ?? 0) - (other.row?.id ?? 0));

/** Lists every evaluated row with the reason why it was rejected; by code in sort order, then by row id. */
export const explain = (priced: Priced, buyer: Buyer): readonly Explained[] => {
  const order = buyer.settings.priceSortOrder;
  return [...priced.judgements]
    .sort((one, other) => order.indexOf(one.code) - order.indexOf(other.code))
    .flatMap((judgement) =>
      byId(judgement.verdicts).map((verdict) => {
        const reason = finalReason(judgement, verdict, priced, buyer);
        return { code: judgement.code, verdict, selected: reason === null, reason };
      }),
    );
};
