/** The index used to search the public list by a field. */
export interface Way {
  readonly index: string;
  /** The property that holds the text in a single case, and its index. */
  readonly beginning?: { readonly property: string; readonly index: string };
}

/** The index for reading the whole list in order. */
export const LIST_INDEX = 'published_passport_listed';

/** Search index of a property that has only one case. */
const itself = (property: string, index: string): Way => ({ index, beginning: { property, index } });

/** Search index of a lowercase key column. `own` is the index of the property itself, if it has one. */
const byKey = (property: string, index: string, own = index): Way => ({ index: own, beginning: { property, index } });

/** Search indexes by property, in the order used in refusals. */
export const WAYS: ReadonlyMap<string, Way> = new Map<string, Way>([
  ['passportId', { index: LIST_INDEX }],
  ['uuid', itself('uuid', 'published_passport_uuid')],
  ['sku', byKey('skuKey', 'published_passport_sku_key_listed', 'published_passport_sku')],
  ['gtin', itself('gtin', 'published_passport_gtin')],
  ['mpn', byKey('mpnKey', 'published_passport_mpn_key_listed')],
  ['hsCode', itself('hsCode', 'published_passport_hs_code_listed')],
  ['templateCode', { index: 'published_passport_template_code_listed' }],
  ['esprCategory', byKey('esprCategoryKey', 'published_passport_espr_category_key_listed')],
  ['completenessScore', { index: 'published_passport_score_listed' }],
  ['publishedAt', { index: 'published_passport_published_at_listed' }],
]);
