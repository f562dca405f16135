import { type DigitalLink } from '../../domain/gs1/read-digital-link.js';

/** The key in a GS1 Digital Link: a GTIN, optionally with batch or serial number. */
export interface LinkKey {
  /** 14 digits. */
  readonly gtin: string;
  readonly batch: string | undefined;
  readonly serial: string | undefined;
}

/**
 * The key of a link; undefined without a GTIN. Qualifiers that passports do not use (variant, third party) are ignored,
 * so the link leads to the GTIN.
 */
export const linkKeyOf = ({ path }: DigitalLink): LinkKey | undefined => {
  const gtin = path.get('01');
  return gtin === undefined ? undefined : { gtin, batch: path.get('10'), serial: path.get('21') };
};
