/** Made once for each language of the page: to make one costs more than all that it is asked. */
const displayNames = new Map<string, Intl.DisplayNames>();

const namesIn = (language: string, kind: 'region' | 'language'): Intl.DisplayNames => {
  const key = `${kind} ${language}`;
  const names = displayNames.get(key) ?? new Intl.DisplayNames([language], { type: kind });
  displayNames.set(key, names);
  return names;
};

/** The name of a country or language as people of a language call it; the code where it has none. */
export const nameOf = (kind: 'region' | 'language', code: string, language: string): string => {
  try {
    return namesIn(language, kind).of(code) ?? code;
  } catch {
    return code;
  }
};

const ownNames = new Map<string, string>();
const NAMES_KEPT = 300;

/** What a language calls itself, as a title. Kept as text: a passport in all languages would have as many formatters made. */
export const ownNameOf = (tag: string): string => {
  const known = ownNames.get(tag);
  if (known !== undefined) return known;
  let name = tag;
  try {
    const own = new Intl.DisplayNames([tag], { type: 'language' }).of(tag) ?? tag;
    name = own.charAt(0).toLocaleUpperCase(tag) + own.slice(1);
  } catch {
    // A tag that isn't one is shown as it stands.
  }
  if (ownNames.size < NAMES_KEPT) ownNames.set(tag, name);
  return name;
};
