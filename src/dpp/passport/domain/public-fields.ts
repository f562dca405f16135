/** How the page and the guides name a field, and how the page shows its value. */
export interface PageFact {
  readonly labels: Readonly<Record<'en' | 'de', string>>;
  readonly as: 'code' | 'country' | 'words' | 'day' | 'yes' | 'number';
  /** Unit of a number. */
  readonly unit?: string;
}

/** The fields that the page shows as facts, in its order. */
export const PAGE_FACTS: Readonly<Record<string, PageFact>> = {
  sku: { labels: { en: 'Article number (SKU)', de: 'Artikelnummer (SKU)' }, as: 'code' },
  gtin: { labels: { en: 'GTIN', de: 'GTIN' }, as: 'code' },
  batch: { labels: { en: 'Batch or lot', de: 'Charge oder Los' }, as: 'code' },
  serial: { labels: { en: 'Serial number', de: 'Seriennummer' }, as: 'code' },
  mpn: { labels: { en: 'Manufacturer part number', de: 'Teilenummer des Herstellers' }, as: 'code' },
  espr_category: { labels: { en: 'Product category (ESPR)', de: 'Produktkategorie (ESPR)' }, as: 'words' },
  country_of_origin: { labels: { en: 'Country of origin', de: 'Ursprungsland' }, as: 'country' },
  hs_code: { labels: { en: 'Customs code (HS)', de: 'Zolltarifnummer (HS)' }, as: 'code' },
  placed_on_market_on: { labels: { en: 'Placed on the market on', de: 'In Verkehr gebracht am' }, as: 'day' },
  use: { labels: { en: 'Use', de: 'Verwendung' }, as: 'words' },
  rechargeable: { labels: { en: 'Rechargeable', de: 'Wiederaufladbar' }, as: 'yes' },
  has_bms: { labels: { en: 'Battery management system', de: 'Batteriemanagementsystem' }, as: 'yes' },
  external_storage: { labels: { en: 'External storage', de: 'Externer Speicher' }, as: 'words' },
  rated_energy_wh: { labels: { en: 'Rated energy', de: 'Nennenergie' }, as: 'number', unit: 'Wh' },
};

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
