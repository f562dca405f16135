import { type Decimal, jsonNumber } from '../../../libs/kernel/index.js';
import type { Buyer, Usable } from '../../../libs/pricing/index.js';
import type { PricedLine } from '../domain/line-answers.js';

/**
 * Decides how much a response says about the record behind a price. Only the merchant gets ids, names, types and
 * values.
 */
export type Audience = 'merchant' | 'buyer';

export const amount = (value: Decimal | null): unknown => value && jsonNumber(value);

const appliedOf = (code: string, { row }: Usable, audience: Audience): object => {
  if (audience === 'buyer') {
    return {
      price_code: code,
      qty: amount(row && row.qty),
      from_date: row && row.fromDate,
      to_date: row && row.toDate,
    };
  }
  return {
    price_code: code,
    record_type: row && row.recordType,
    record_id: row && row.id,
    parent_id: row && row.parentId,
    name: row && row.name,
    qty: amount(row && row.qty),
    price_application_type: row && row.applicationType,
    value: amount(row && row.value),
    from_date: row && row.fromDate,
    to_date: row && row.toDate,
  };
};

/** The members of the response for one line (pricing.md §4). */
export const membersOf = (
  { buyer, version }: { readonly buyer: Buyer; readonly version: number },
  { question, product, selected, figures, tiers }: PricedLine,
  audience: Audience,
) => ({
  sku: product.sku,
  product_id: product.id,
  qty: amount(question.qty),
  customer_id: buyer.customerId,
  customer_group_id: buyer.groupId,
  website_id: buyer.websiteId,
  currency: buyer.currency,
  original_price: amount(figures.originalPrice),
  final_price: amount(figures.finalPrice),
  unit_price: amount(figures.unitPrice),
  row_total: amount(figures.rowTotal),
  price_code: selected.code,
  applied: appliedOf(selected.code, selected.taken, audience),
  discount_amount: amount(figures.discountAmount),
  discount_percent: amount(figures.discountPercent),
  special_price: amount(figures.specialPrice),
  tiers: tiers.map((tier) => ({
    qty: amount(tier.qty),
    unit_price: amount(tier.unitPrice),
    final_price: amount(tier.finalPrice),
    price_code: tier.candidate.code,
  })),
  prices_include_tax: buyer.settings.pricesIncludeTax,
  pricing_version: version,
});
