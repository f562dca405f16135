/** Cached per page language, because construction costs more than all lookups. */
const displayNames = new Map<string, Intl.DisplayNames>();

const namesIn = (language: string, kind: 'region' | 'language'): Intl.DisplayNames => {
  const key = `${kind} ${language}`;
  const names = displayNames.get(key) ?? new Intl.DisplayNames([language], { type: kind });
  displayNames.set(key, names);
  return names;
};

/** The name of a country or language in a given language; the code if there is none. */
export const nameOf = (kind: 'region' | 'language', code: string, language: string): string => {
  try {
    return namesIn(language, kind).of(code) ?? code;
  } catch {
    return code;
  }
};

const ownNames = new Map<string, string>();
const NAMES_KEPT = 300;

/**
 * A language's own name, capitalized. Cached as text, because a passport in all languages would create as many
 * formatters.
 */
export const ownNameOf = (tag: string): string => {
  const known = ownNames.get(tag);
  if (known !== undefined) return known;
  let name = tag;
  try {
    const own = new Intl.DisplayNames([tag], { type: 'language' }).of(tag) ?? tag;
    name = own.charAt(0).toLocaleUpperCase(tag) + own.slice(1);
  } catch {
    // An invalid tag is shown unchanged.
  }
  if (ownNames.size < NAMES_KEPT) ownNames.set(tag, name);
  return name;
};

/** True for lowercase UUIDs, the form in which they are generated. Other texts match no passport. */
export const isUuid = (text: string): boolean => /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/.test(text);
