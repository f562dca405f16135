import { isObject } from '../../../../libs/kernel/index.js';
import { gtin14, isGs1Text } from '../../passport/domain/index.js';

interface NamedProduct {
  /** GTIN with 14 digits. */
  readonly gtin: string;
  readonly batch: string | undefined;
  readonly serial: string | undefined;
}

const decoded = (text: string): string | undefined => {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
};

/** The product of a GS1 Digital Link on any host; undefined for anything else. */
export const productNamed = (identifier: string): NamedProduct | undefined => {
  const path = URL.canParse(identifier) ? new URL(identifier).pathname : identifier;
  const at = path.lastIndexOf('/01/');
  if (at < 0) return undefined;
  const [gtin, ...rest] = path
    .slice(at + 4)
    .split('/')
    .map(decoded);
  const number = gtin14(gtin ?? '');
  const qualifiers = new Map<string, string>();
  for (let index = 0; index < rest.length; index += 2) {
    const [key, value] = [rest[index], rest[index + 1]];
    if ((key !== '10' && key !== '21') || value === undefined || !isGs1Text(value)) return undefined;
    qualifiers.set(key, value);
  }
  return number === undefined ? undefined : { gtin: number, batch: qualifiers.get('10'), serial: qualifiers.get('21') };
};

/** Identifiers from any of the three list forms; undefined for anything else. */
export const productIdsOf = (body: unknown): readonly string[] | undefined => {
  const list: unknown = Array.isArray(body)
    ? body
    : isObject(body)
      ? (body['productIds'] ?? body['productId'])
      : undefined;
  if (!Array.isArray(list)) return undefined;
  const ids = list as readonly unknown[];
  return ids.every((one): one is string => typeof one === 'string' && one !== '' && one.length <= 2000)
    ? ids
    : undefined;
};

/** Lowercase, the form in which UUIDs are generated. */
const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

/** The UUID in a page URL or a plain UUID; undefined for anything else. */
export const uuidNamed = (identifier: string, baseUrl: string): string | undefined => {
  const page = `${baseUrl}/dpp/`;
  const uuid = identifier.startsWith(page) ? identifier.slice(page.length) : identifier;
  return UUID.test(uuid) ? uuid : undefined;
};
