import { hasValidPercentCodes } from '../../../../libs/kernel/index.js';
import { isJsonObject } from './json.js';

const GTIN_FORM = /^(?:\d{8}|\d{12,14})$/;
const PADDED = 14;

/** Check digit of a GS1 key: weights 3 and 1 from the right (GS1 General Specifications, 7.9). */
export const checkDigit = (digits: string): number => {
  const sum = [...digits]
    .reverse()
    .reduce((total, digit, index) => total + Number(digit) * (index % 2 === 0 ? 3 : 1), 0);
  return (10 - (sum % 10)) % 10;
};

export const checkDigitHolds = (key: string): boolean => checkDigit(key.slice(0, -1)) === Number(key.slice(-1));

export const GTINS = 'GTINs with a valid check digit';

/** Pads a valid GTIN of 8, 12, 13 or 14 digits to 14 digits; undefined for anything else. */
export const gtin14 = (text: string): string | undefined =>
  GTIN_FORM.test(text) && checkDigitHolds(text) ? text.padStart(PADDED, '0') : undefined;

/** A global location number: 13 digits with a valid check digit. */
export const isGln = (text: string): boolean => /^\d{13}$/.test(text) && checkDigitHolds(text);

/** A legal entity identifier: 18 letters or digits and two check digits (ISO 17442, ISO 7064 MOD 97-10). */
export const isLei = (text: string): boolean => {
  if (!/^[0-9A-Z]{18}\d{2}$/.test(text)) return false;
  const remainder = [...text].reduce((rest, sign) => {
    const value = Number.parseInt(sign, 36);
    return (rest * (value > 9 ? 100 : 10) + value) % 97;
  }, 0);
  return remainder === 1;
};

// GS1 General Specifications, figure 7.11-1: the invariant characters of ISO/IEC 646.
const GS1_TEXT = /^[!"%&'()*+,\-./0-9:;<=>?A-Z_a-z]{1,20}$/;

/**
 * Batch and serial number: 1 to 20 characters of GS1 character set 82. `.` and `..` are refused: in a URL they are path
 * segments, even percent-encoded, so the printed code would lead elsewhere.
 */
export const isGs1Text = (text: string): boolean => GS1_TEXT.test(text) && text !== '.' && text !== '..';

export const GS1_TEXTS = '1 to 20 characters of GS1 character set 82, but not "." or ".."';

/** 6 digits of the Harmonized System, 8 of the Combined Nomenclature, or 10 of TARIC. */
export const isCustomsCode = (text: string): boolean => /^(?:\d{6}|\d{8}|\d{10})$/.test(text);

interface Gs1Key {
  /** 14 digits. */
  readonly gtin: string;
  readonly batch: string | null;
  readonly serial: string | null;
}

// `encodeURIComponent` leaves these characters of set 82 unencoded, but they can have a special meaning in paths.
const strictly = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);

/**
 * `/01/{gtin}[/10/{batch}|/21/{serial}]` with percent-encoded values. The batch of an item is data, not part of its
 * key.
 */
const digitalLinkPath = ({ gtin, batch, serial }: Gs1Key): string =>
  `/01/${gtin}${serial !== null ? `/21/${strictly(serial)}` : batch !== null ? `/10/${strictly(batch)}` : ''}`;

/** The canonical GS1 Digital Link URI; the origin has no trailing slash. */
export const digitalLink = (origin: string, key: Gs1Key): string => `${origin}${digitalLinkPath(key)}`;

/** An application identifier and its value. In GS1, elements of fixed length need no terminator. */
type Element = readonly [identifier: string, value: string, isFixed: boolean];

interface Identified {
  readonly gtin: string | null;
  readonly batch: string | null;
  readonly serial: string | null;
}

/** Content of a GS1 DataMatrix; undefined without a GTIN. */
export const elementString = ({ gtin, batch, serial }: Identified): readonly Element[] | undefined =>
  gtin === null
    ? undefined
    : [
        ['01', gtin, true],
        ...(batch === null ? [] : [['10', batch, false] as const]),
        ...(serial === null ? [] : [['21', serial, false] as const]),
      ];

/** Bidirectional control characters, which an IRI cannot contain (RFC 3987, 4.1). */
const TURNING = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/;
const OTHER_SIGN = /[^\x21-\x7e]/;
const FORM = /^https?:\/\/[^\s/?#@<>"\\^`{|}]+(?:[/?#][^\s<>"\\^`{|}]*)?$/i;

/**
 * An absolute http or https URL that needs no percent-encoding, because it becomes a link and an IRI. User info is
 * refused: it would be public, and `https://shop.example@elsewhere.example/` leads elsewhere.
 */
export const isWebAddress = (text: string): boolean =>
  FORM.test(text) && !TURNING.test(text) && hasValidPercentCodes(text) && URL.canParse(text);

export const WEB_ADDRESSES = 'absolute http and https URLs without user information';

/** A URL for headers, linksets and JSON-LD: characters beyond ASCII are percent-encoded or in Punycode. */
export const asciiAddress = (address: string): string =>
  OTHER_SIGN.test(address) && URL.canParse(address) ? new URL(address).href : address;

/** The same value with every web address in it as ASCII. Other texts stay. */
export const withAsciiAddresses = <T>(value: T): T => {
  const converted = (part: unknown): unknown => {
    if (typeof part === 'string') return isWebAddress(part) ? asciiAddress(part) : part;
    if (Array.isArray(part)) return part.map(converted);
    if (!isJsonObject(part)) return part;
    return Object.fromEntries(Object.entries(part).map(([name, member]) => [name, converted(member)]));
  };
  return converted(value) as T;
};

const NAMED = /^(?:urn:[a-z0-9][a-z0-9-]{1,31}:|mailto:|tel:|did:[a-z0-9]+:)[A-Za-z0-9._~:/?#@!$&'()*+,;=%-]+$/i;

/** True for URIs that are allowed in linked data: web addresses, or names with a scheme that cannot run code. */
export const isSafeIri = (text: string): boolean => isWebAddress(text) || NAMED.test(text);
