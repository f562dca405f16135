import { type Buyer, type Judgement, type PriceCode, type Reason, type Verdict } from '../../../libs/pricing/index.js';
import type { Priced } from './price-line.js';

/** One line of an explanation (pricing.md §4). */
export interface Explained {
  readonly code: PriceCode;
  readonly verdict: Verdict;
  readonly selected: boolean;
  /** null exactly for the selected one. */
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

/** In which order rows come from the database means nothing. */
const byId = (verdicts: readonly Verdict[]): readonly Verdict[] =>
  [...verdicts].sort((one, other) => (one.row?.id ?? 0) - (other.row?.id ?? 0));

/** Every row that was looked at, and why it is the price or isn't; codes in their sort order, rows by id. */
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
