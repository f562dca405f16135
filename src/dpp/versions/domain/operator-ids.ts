import { isJsonObject, type Json, type JsonObject, type PublicPassport } from '../../passport/domain/index.js';

/** ISO/IEC 6523 codes for schemes that have one. */
const ICD: Readonly<Record<string, string>> = { lei: '0199', duns: '0060' };

/**
 * Identifier of an economic operator (or of a facility, with key 414) under EN 18219: GLNs as GS1 links, others by
 * scheme.
 */
export const operatorUri = (scheme: string | null, id: string, key: '417' | '414' = '417'): string => {
  if (scheme === 'gln') return `https://id.gs1.org/${key}/${id}`;
  const code = ICD[scheme ?? ''];
  if (code !== undefined) return `${code}:${id}`;
  return scheme === null || scheme === 'other' ? id : `${scheme}:${id}`;
};

const text = (value: Json | undefined): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;

const ofParty = (party: JsonObject): string | undefined => {
  const ids = Array.isArray(party['ids']) ? (party['ids'] as readonly Json[]).filter(isJsonObject) : [];
  const named = ids.find((one) => one['scheme'] === 'gln') ?? ids[0];
  const value = text(named?.['value']);
  return value === undefined ? undefined : operatorUri(text(named?.['scheme']) ?? null, value);
};

/**
 * The operator that placed the product on the market: importer, else manufacturer, else issuer. Operators that took
 * over later (`since`) do not count.
 */
export const economicOperatorId = (view: PublicPassport): string | undefined => {
  const { parties } = view as unknown as JsonObject;
  const all = Array.isArray(parties) ? (parties as readonly Json[]).filter(isJsonObject) : [];
  const byRole = (role: string): string | undefined =>
    all
      .filter((one) => one['role'] === role && (one['since'] ?? null) === null)
      .map(ofParty)
      .find((id) => id !== undefined);
  const { manufacturer, issuer } = view;
  const maker = manufacturer?.operator_id ?? null;
  return (
    byRole('importer') ??
    (maker === null ? undefined : operatorUri(manufacturer?.id_scheme ?? null, maker)) ??
    byRole('manufacturer') ??
    text(issuer?.operator_id ?? undefined)
  );
};

/** The identifier of the first facility that has one. */
export const facilityId = (view: PublicPassport): string | undefined => {
  const { facilities } = view as unknown as JsonObject;
  const [first] = Array.isArray(facilities) ? (facilities as readonly Json[]).filter(isJsonObject) : [];
  const id = text(first?.['id']);
  return id === undefined ? undefined : operatorUri(text(first?.['scheme']) ?? null, id, '414');
};
