import type { Buyer } from '../../libs/pricing/index.js';
import type { PricedLine } from '../../src/pricing-calc/domain/line-answers.js';
import type { SlowAnswer } from './slow-prices.js';

interface Amount {
  toFixed(): string;
  isZero(): boolean;
}

const text = (amount: Amount): string => (amount.isZero() ? '0' : amount.toFixed());
const orNull = (amount: Amount | null): string | null => amount && text(amount);

type Candidates = SlowAnswer['candidates'];
type ExpectedAnswer = Omit<SlowAnswer, 'candidates'> & { readonly candidates?: Candidates };

/** Sorts candidates, because the order of rows has no meaning. */
export const inOrder = (candidates: Candidates): Candidates =>
  candidates
    .map((candidate) => [JSON.stringify(Object.values(candidate)), candidate] as const)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([, candidate]) => candidate);

/** The engine's result in the form of the reference. */
export const answerOf = (
  buyer: Buyer,
  { product, selected, figures, tiers, explained }: PricedLine,
): ExpectedAnswer => ({
  sku: product.sku,
  product_id: product.id,
  customer_id: buyer.customerId,
  customer_group_id: buyer.groupId,
  website_id: buyer.websiteId,
  currency: buyer.currency,
  prices_include_tax: buyer.settings.pricesIncludeTax,
  price_code: selected.code,
  record_type: selected.taken.row?.recordType ?? null,
  record_id: selected.taken.row?.id ?? null,
  parent_id: selected.taken.row?.parentId ?? null,
  unit_price: text(figures.unitPrice),
  final_price: text(figures.finalPrice),
  row_total: text(figures.rowTotal),
  original_price: orNull(figures.originalPrice),
  discount_amount: orNull(figures.discountAmount),
  discount_percent: orNull(figures.discountPercent),
  special_price: orNull(figures.specialPrice),
  tiers: tiers.map(({ qty, unitPrice, candidate }) => ({
    qty: text(qty),
    unit_price: text(unitPrice),
    price_code: candidate.code,
  })),
  ...(explained === undefined
    ? {}
    : {
        candidates: inOrder(
          explained().map(({ code, verdict, reason }) => ({
            price_code: code,
            record_type: verdict.row?.recordType ?? null,
            record_id: verdict.row?.id ?? null,
            parent_id: verdict.row?.parentId ?? null,
            website_id: verdict.row?.websiteId ?? null,
            priority: verdict.terms().priority,
            qty: verdict.row && text(verdict.row.qty),
            from_date: verdict.terms().fromDate,
            to_date: verdict.terms().toDate,
            currency: verdict.terms().currency ?? buyer.baseCurrency,
            price_application_type: verdict.row?.applicationType ?? null,
            value: verdict.row && text(verdict.row.value),
            price: orNull(verdict.account().price),
            reason,
          })),
        ),
      }),
});

/** The reference's result, with candidates only if they were requested. */
export const expectedOf = (answer: SlowAnswer | undefined, explains: boolean): ExpectedAnswer | undefined => {
  if (!answer) return undefined;
  const { candidates, ...rest } = answer;
  return explains ? { ...rest, candidates: inOrder(candidates) } : rest;
};
