import { gtin14, isGs1Text } from '../../../passport/domain/index.js';

/** What a GS1 Digital Link names: a GTIN, and perhaps which of its batches and items. */
export interface LinkKey {
  /** 14 digits. */
  readonly gtin: string;
  readonly batch: string | undefined;
  readonly serial: string | undefined;
}

/** Variant, batch, serial, in the order that the syntax asks for. */
const QUALIFIERS = ['22', '10', '21'];
/** The third-party item identifier: alone, and longer than the others. */
const THIRD_PARTY = '235';
const THIRD_PARTY_MAX = 28;

const isThirdParty = (text: string): boolean =>
  text.length <= THIRD_PARTY_MAX && [text.slice(0, 20), text.slice(20)].every((part) => part === '' || isGs1Text(part));

const isValue = (qualifier: string, value: string): boolean =>
  qualifier === THIRD_PARTY ? isThirdParty(value) : isGs1Text(value);

/** Pairs of qualifier and value; undefined if one is alone, unknown, repeated or out of order. */
const pairsOf = (segments: readonly string[]): ReadonlyMap<string, string> | undefined => {
  const pairs = new Map<string, string>();
  let last = -1;
  for (let place = 0; place < segments.length; place += 2) {
    const [qualifier = '', value = ''] = segments.slice(place, place + 2);
    const rank = qualifier === THIRD_PARTY && segments.length === 2 ? 0 : QUALIFIERS.indexOf(qualifier);
    if (rank <= last || !isValue(qualifier, value)) return undefined;
    last = rank;
    pairs.set(qualifier, value);
  }
  return pairs;
};

/**
 * The key that the decoded segments behind `/01` name (GS1 Digital Link URI Syntax 1.4); undefined if the syntax doesn't
 * allow them. Qualifiers that no passport has, variant and third party, are judged and then passed over: such a link
 * leads to what is known of the GTIN.
 */
export const linkKeyOf = ([number = '', ...qualifiers]: readonly string[]): LinkKey | undefined => {
  const gtin = gtin14(number);
  const pairs = pairsOf(qualifiers);
  return gtin !== undefined && pairs ? { gtin, batch: pairs.get('10'), serial: pairs.get('21') } : undefined;
};

/** The key and those above it, the most general first: the links of each belong to the linkset. */
export const levelsOf = ({ gtin, batch, serial }: LinkKey): readonly LinkKey[] => [
  { gtin, batch: undefined, serial: undefined },
  ...(batch === undefined ? [] : [{ gtin, batch, serial: undefined }]),
  ...(serial === undefined ? [] : [{ gtin, batch, serial }]),
];
