import { type Fault, invalidValue } from '../../../libs/kernel/index.js';
import type { ProductFacts } from '../../../libs/pricing/index.js';

export interface MatrixCondition {
  readonly attributeCode: string;
  readonly attributeValue: string;
}

/** The one code of which a product has a single value. */
export const SKU_CODE = 'sku';
const CATEGORY_IDS = 'category_ids';

const ID_MAX = 2_147_483_647;
const ID_FORM = /^(0|[1-9]\d{0,9})$/;

/** Of a category its id is meant, written as the id is: another text could never hold. */
export const conditionFaults = ({ attributeCode, attributeValue }: MatrixCondition): readonly Fault[] =>
  attributeCode === CATEGORY_IDS && !(ID_FORM.test(attributeValue) && Number(attributeValue) <= ID_MAX)
    ? [invalidValue('attribute_value', attributeValue)]
    : [];

/**
 * What a condition may ask of a product and find, each once: its SKU, the categories it is directly in, and the strings
 * of every attribute (pricing.md §2). An attribute named like one of the first two is never asked for.
 */
export function* valuesOf({
  sku,
  categoryIds,
  attributes,
}: ProductFacts): Generator<readonly [code: string, value: string]> {
  yield [SKU_CODE, sku];
  for (const id of new Set(categoryIds)) yield [CATEGORY_IDS, `${id}`];
  for (const [code, value] of Object.entries(attributes)) {
    if (code === SKU_CODE || code === CATEGORY_IDS) continue;
    if (typeof value === 'string') yield [code, value];
    else for (const one of new Set(value)) yield [code, one];
  }
}

/** The values of several products together, by code. */
export const valuesOfAll = (products: readonly ProductFacts[]): ReadonlyMap<string, ReadonlySet<string>> => {
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
