import type { PassportContent } from './passport.js';

/**
 * Whose an identifier is: a product's, and of an item one batch's of it, since a serial number names its item whatever the
 * batch (passports.md, "Ownership of identifiers"). Which store views its passports are for doesn't count.
 */
export type IdentifierHolder = Pick<PassportContent, 'sku' | 'batch'>;

export const isSameHolder = (one: IdentifierHolder, other: IdentifierHolder): boolean =>
  one.sku === other.sku && one.batch === other.batch;

/** Longest of them: the GTIN, and a batch or serial number of 20 signs, each behind its application identifier. */
export const PRODUCT_IDENTIFIER_MAX = 48;

/**
 * What names the item, batch or model that a passport is of, as GS1 writes it for people: `(01)09524000010018(21)S-1`. A
 * serial number names its item whatever the batch. Undefined without a GTIN.
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
