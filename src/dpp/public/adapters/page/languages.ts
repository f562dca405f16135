import Negotiator from 'negotiator';
import type { LanguageMap } from '../../../passport/domain/index.js';

/** Languages of the page's own texts. */
export const PAGE_LANGUAGES = ['en', 'de'] as const;
export type PageLanguage = (typeof PAGE_LANGUAGES)[number];

/** The tags of BCP 47, extensions and private use included; bounded, because each text is compared with the tag. */
const LANGUAGE_TAG = /^(?:[a-z]{2,8}|[ix](?=-))(?:-[a-z\d]{1,8})*$/i;
/**
 * 35 characters are enough for every tag in use (RFC 5646 §4.4.1). The limit matters because each text of a page is
 * compared with the tag.
 */
const TAG_MAX = 35;
/** Maximum length of a range: a tag, its quality value and blanks. */
const RANGE_MAX = TAG_MAX + 29;
const RANGES_MAX = 20;

const isTag = (text: string): boolean => text.length <= TAG_MAX && LANGUAGE_TAG.test(text);

export const baseOf = (tag: string): string => tag.split('-')[0] ?? tag;

/**
 * The first ranges of a header, without those that are too long for a tag, so that later code only reads bounded input.
 */
const boundedRanges = (header: string): string =>
  header
    .split(',', RANGES_MAX)
    .filter((range) => range.length <= RANGE_MAX)
    .join(',');

/** Languages of an Accept-Language header in order of preference, without those with `q=0`. */
export const acceptedLanguages = (header: string | undefined): readonly string[] =>
  new Negotiator({ headers: { 'accept-language': boundedRanges(header ?? '') } })
    .languages()
    .filter(isTag)
    .map((tag) => tag.toLowerCase());

/** The value of `?lang=` if it is a language tag. */
export const requestedLanguage = (asked: unknown): string | undefined =>
  typeof asked === 'string' && isTag(asked) ? asked : undefined;

/** Marks a language that the reader does not want. */
const NOT = '!';

const isRefusedBy = (range: string, tag: string): boolean => `${tag.toLowerCase()}-`.startsWith(`${range}-`);

/** The languages that an Accept-Language header excludes with `q=0`. */
const refusedLanguages = (header: string | undefined): readonly string[] =>
  boundedRanges(header ?? '')
    .split(',')
    .flatMap((range) => {
      const [, tag = ''] = /^\s*([^\s;]+)\s*;\s*q\s*=\s*0(?:\.0*)?\s*$/i.exec(range) ?? [];
      return isTag(tag) ? [tag.toLowerCase()] : [];
    });

interface LanguagePreference {
  readonly asked: string | undefined;
  readonly header: string | undefined;
  /** Locale of the store, such as `de_DE`. */
  readonly locale: string | null;
}

/**
 * Languages in order of preference: requested, accepted, the store's, English (passports-public.md). Languages that the
 * header excludes follow, marked with `!`.
 */
export const languagesFor = ({ asked, header, locale }: LanguagePreference): readonly string[] => {
  const refused = refusedLanguages(header);
  const ownWish = requestedLanguage(asked)?.toLowerCase();
  const others = [
    ...acceptedLanguages(header),
    ...(locale === null ? [] : [locale.replaceAll('_', '-').toLowerCase()]),
    'en',
  ];
  const wanted = others.filter((tag) => !refused.some((range) => isRefusedBy(range, tag)));
  return [...new Set([...(ownWish === undefined ? [] : [ownWish]), ...wanted, ...refused.map((range) => NOT + range)])];
};

/**
 * A tag, then the same tag with its last subtags removed one by one. A single-letter subtag is removed together with
 * the one after it.
 */
const shortenedTags = (tag: string): readonly string[] => {
  const parts = tag.split('-');
  return parts
    .map((_, at) => parts.slice(0, parts.length - at))
    .filter((found) => found.at(-1)?.length !== 1 || found.length === 1)
    .map((found) => found.join('-'));
};

/**
 * The best of these language tags by lookup (RFC 4647 §3.4): `de-AT` finds `de`, but `pt-PT` does not find `pt-BR`.
 * Without a match, the first tag that the reader does not exclude.
 */
export const lookupLanguage = <T extends string>(tags: readonly T[], languages: readonly string[]): T | undefined => {
  for (const wanted of languages) {
    if (wanted.startsWith(NOT)) continue;
    for (const range of shortenedTags(wanted)) {
      const found = tags.find((tag) => tag.toLowerCase() === range);
      if (found !== undefined) return found;
    }
  }
  const refused = languages.flatMap((one) => (one.startsWith(NOT) ? [one.slice(NOT.length)] : []));
  return tags.find((tag) => !refused.some((range) => isRefusedBy(range, tag))) ?? tags[0];
};

/** The language of the page's own texts, such as labels. */
export const pageLanguage = (languages: readonly string[]): PageLanguage =>
  lookupLanguage(PAGE_LANGUAGES, languages) ?? 'en';

interface Spoken {
  readonly text: string;
  readonly language: string;
}

/** The text in the best language. */
export const spoken = (map: LanguageMap, languages: readonly string[]): Spoken | undefined => {
  const found = lookupLanguage(Object.keys(map), languages);
  return found === undefined ? undefined : { text: map[found] ?? '', language: found };
};
