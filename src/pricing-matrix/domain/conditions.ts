import { type Fault, invalidValue } from '../../../libs/kernel/index.js';
import type { PricedProduct } from '../../../libs/pricing/index.js';

export interface MatrixCondition {
  readonly attributeCode: string;
  readonly attributeValue: string;
}

/** The only code for which a product has a single value. */
export const SKU_CODE = 'sku';
const CATEGORY_IDS = 'category_ids';

const ID_MAX = 2_147_483_647;
const ID_FORM = /^(0|[1-9]\d{0,9})$/;

/** Faults of a condition. A category must be its ID in canonical form, because other texts never match. */
export const conditionFaults = ({ attributeCode, attributeValue }: MatrixCondition): readonly Fault[] =>
  attributeCode === CATEGORY_IDS && !(ID_FORM.test(attributeValue) && Number(attributeValue) <= ID_MAX)
    ? [invalidValue('attribute_value', attributeValue, 'IDs of categories, without leading zeros')]
    : [];

/**
 * The distinct values of a product that conditions can match: SKU, directly assigned categories, and the strings of all
 * attributes (pricing.md §2). Attributes with the code of the SKU or categories are ignored.
 */
export function* valuesOf({
  sku,
  categoryIds,
  attributes,
}: PricedProduct): Generator<readonly [code: string, value: string]> {
  yield [SKU_CODE, sku];
  for (const id of new Set(categoryIds)) yield [CATEGORY_IDS, `${id}`];
  for (const [code, value] of Object.entries(attributes)) {
    if (code === SKU_CODE || code === CATEGORY_IDS) continue;
    if (typeof value === 'string') yield [code, value];
    else for (const one of new Set(value)) yield [code, one];
  }
}

export const valuesOfAll = (products: readonly PricedProduct[]): ReadonlyMap<string, ReadonlySet<string>> => {
  const all = new Map<string, Set<string>>();
  for (const product of products) {
    for (const [code, value] of valuesOf(product)) {
      const known = all.get(code);
      if (known) known.add(value);
      else all.set(code, new Set([value]));
    }
  }
  return all;
};
