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
