import type { PassportContent } from './passport.js';

/**
 * The owner of an identifier: a product, or for a batch a product and batch. The batch is part of an item's owner too,
 * because a serial number identifies its item regardless of the batch (passports.md, "Ownership of identifiers"). Store
 * views do not matter.
 */
export type IdentifierHolder = Pick<PassportContent, 'sku' | 'batch'>;

export const isSameHolder = (one: IdentifierHolder, other: IdentifierHolder): boolean =>
  one.sku === other.sku && one.batch === other.batch;

/** Maximum length: a GTIN and a batch or serial number of 20 characters, with application identifiers. */
export const PRODUCT_IDENTIFIER_MAX = 48;

/**
 * Identifier of the item, batch or model of a passport in human-readable GS1 form: `(01)09524000010018(21)S-1`. A
 * serial number identifies its item regardless of the batch. Undefined without a GTIN.
 */
export const productIdentifier = ({
  gtin,
  batch,
  serial,
}: Pick<PassportContent, 'gtin' | 'batch' | 'serial'>): string | undefined => {
  if (gtin === null) return undefined;
  const qualifier = serial !== null ? `(21)${serial}` : batch !== null ? `(10)${batch}` : '';
  return `(01)${gtin}${qualifier}`;
};
