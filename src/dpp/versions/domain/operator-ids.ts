import { isJsonObject, type Json, type JsonObject, type PublicPassport } from '../../passport/domain/index.js';

/** Codes of ISO/IEC 6523 for schemes that have one. */
const ICD: Readonly<Record<string, string>> = { lei: '0199', duns: '0060' };

/** An economic operator, or with 414 a place, as EN 18219 names it: GLNs as GS1 links, others by their scheme. */
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
 * Who placed the product on the market: its importer, else its manufacturer, else the issuer of the passport. To whom the
 * passport was handed since then (`since`) didn't, whatever their role.
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

/** The first plant that is named. */
export const facilityId = (view: PublicPassport): string | undefined => {
  const { facilities } = view as unknown as JsonObject;
  const [first] = Array.isArray(facilities) ? (facilities as readonly Json[]).filter(isJsonObject) : [];
  const id = text(first?.['id']);
  return id === undefined ? undefined : operatorUri(text(first?.['scheme']) ?? null, id, '414');
};
