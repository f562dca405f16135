import { type Day, sharedDecimal } from '../kernel/index.js';
import type { ApplicationType, PriceAttribute } from './codes.js';
import type { PriceRow } from './row.js';

/** The columns of block C as databases return them: a decimal is a number or a string. */
export interface StoredTerms {
  readonly id: number;
  readonly qty: number | string;
  readonly price_application_type: number;
  readonly price_attribute: string | null;
  readonly currency: string | null;
  readonly from_date: string | null;
  readonly to_date: string | null;
}

/** The columns of `StoredTerms` for a SELECT. */
export const TERMS_COLUMNS = 'id, qty, price_application_type, price_attribute, currency, from_date, to_date';

/** Properties of a row that are not columns of block C. */
type RowContext = Pick<PriceRow, 'recordType' | 'parentId' | 'name' | 'websiteId'>;

/** Converts a stored record for the rules. Its values were validated when it was written. */
export const priceRow = <B extends RowContext>(
  stored: StoredTerms,
  amount: number | string,
  context: B,
): PriceRow & B => ({
  ...context,
  id: stored.id,
  qty: sharedDecimal(stored.qty),
  value: sharedDecimal(amount),
  applicationType: stored.price_application_type as ApplicationType,
  priceAttribute: (stored.price_attribute ?? 'price') as PriceAttribute,
  currency: stored.currency,
  fromDate: stored.from_date as Day | null,
  toDate: stored.to_date as Day | null,
});

/** Groups rows by product and converts each to the source's own format. */
export const byProduct = <S extends { readonly product_id: number }, R>(
  stored: readonly S[],
  rowOf: (row: S) => R,
): ReadonlyMap<number, readonly R[]> => {
  const found = new Map<number, R[]>();
  for (const row of stored) {
    const known = found.get(row.product_id);
    if (known) known.push(rowOf(row));
    else found.set(row.product_id, [rowOf(row)]);
  }
  return found;
};
