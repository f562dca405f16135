import { type DigitalLink } from '../../domain/gs1/read-digital-link.js';

/** What a GS1 Digital Link names: a GTIN, and perhaps which of its batches and items. */
export interface LinkKey {
  /** 14 digits. */
  readonly gtin: string;
  readonly batch: string | undefined;
  readonly serial: string | undefined;
}

/**
 * The key that a link names; undefined if it is of anything but a GTIN. Qualifiers that no passport has, variant and
 * third party, are passed over: such a link leads to what is known of the GTIN.
 */
export const linkKeyOf = ({ path }: DigitalLink): LinkKey | undefined => {
  const gtin = path.get('01');
  return gtin === undefined ? undefined : { gtin, batch: path.get('10'), serial: path.get('21') };
};
