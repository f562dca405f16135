export type Json = string | number | boolean | null | readonly Json[] | JsonObject;
export interface JsonObject {
  readonly [key: string]: Json;
}

export const isJsonObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Texts by language tag, `{ "en": …, "de": … }`. */
export type LanguageMap = Readonly<Record<string, string>>;

/** True if a value is absent, null, a blank text, or a list or object with only such values. */
export const isEmptyValue = (value: unknown): boolean => {
  if (value === undefined || value === null) return true;
  if (typeof value === 'string') return value.trim() === '';
  if (Array.isArray(value)) return value.every(isEmptyValue);
  return typeof value === 'object' && Object.values(value).every(isEmptyValue);
};

/**
 * Removes null members and null list entries. Blank texts, empty lists and empty objects stay, because the author wrote
 * them.
 */
export const withoutNulls = (value: Json): Json => {
  if (Array.isArray(value)) return (value as readonly Json[]).filter((entry) => entry !== null).map(withoutNulls);
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, member]) => member !== null)
      .map(([key, member]) => [key, withoutNulls(member)]),
  );
};
