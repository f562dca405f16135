export type Json = string | number | boolean | null | readonly Json[] | JsonObject;
export interface JsonObject {
  readonly [key: string]: Json;
}

/** An object with keys, neither null nor a list. */
export const isJsonObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Texts by language tag, `{ "en": …, "de": … }`. */
export type LanguageMap = Readonly<Record<string, string>>;

/** Whether a value says nothing: absent, null, a text of blanks, or a list or object in which nothing says anything. */
export const isEmptyValue = (value: unknown): boolean => {
  if (value === undefined || value === null) return true;
  if (typeof value === 'string') return value.trim() === '';
  if (Array.isArray(value)) return value.every(isEmptyValue);
  return typeof value === 'object' && Object.values(value).every(isEmptyValue);
};

/**
 * The same value without what says nothing: null members, and lists' null entries. A text of blanks, an empty list and
 * an empty object stay: the author wrote them.
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
