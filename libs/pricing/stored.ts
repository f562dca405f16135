import { type Day, sharedDecimal } from '../kernel/index.js';
import type { ApplicationType, PriceAttribute } from './codes.js';
import type { PriceRow } from './row.js';

/** The columns of block C as a database answers them: a decimal is a number or a text. */
export interface StoredTerms {
  readonly id: number;
  readonly qty: number | string;
  readonly price_application_type: number;
  readonly price_attribute: string | null;
  readonly currency: string | null;
  readonly from_date: string | null;
  readonly to_date: string | null;
}

/** The columns that `StoredTerms` names, for a SELECT. */
export const TERMS_COLUMNS = 'id, qty, price_application_type, price_attribute, currency, from_date, to_date';

/** Properties of a row that are not columns of block C. */
type RowContext = Pick<PriceRow, 'recordType' | 'parentId' | 'name' | 'websiteId'>;

/** A stored record as the rules read it; its domain was checked when it was written. */
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

/** The rows by product, each converted to the form that the source keeps. */
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
