import Negotiator from 'negotiator';
import type { LanguageMap } from '../../../passport/domain/index.js';

/** Languages of the page's own texts. */
export const PAGE_LANGUAGES = ['en', 'de'] as const;
export type PageLanguage = (typeof PAGE_LANGUAGES)[number];

const LANGUAGE_TAG = /^[a-z]{2,3}(?:-[a-z\d]{2,8})*$/i;
/** RFC 5646 §4.4.1: 35 characters are enough for every tag in use. Each text of a page is compared with the tag. */
const TAG_MAX = 35;
/** A tag, its quality and blanks. */
const RANGE_MAX = TAG_MAX + 29;
const RANGES_MAX = 20;

const isTag = (text: string): boolean => text.length <= TAG_MAX && LANGUAGE_TAG.test(text);

export const baseOf = (tag: string): string => tag.split('-')[0] ?? tag;

/** The first ranges of a header, without those too long for a tag, so later code reads bounded input only. */
const boundedRanges = (header: string): string =>
  header
    .split(',', RANGES_MAX)
    .filter((range) => range.length <= RANGE_MAX)
    .join(',');

/** Languages of an Accept-Language header by preference, without those with `q=0`. */
export const acceptedLanguages = (header: string | undefined): readonly string[] =>
  new Negotiator({ headers: { 'accept-language': boundedRanges(header ?? '') } })
    .languages()
    .filter(isTag)
    .map((tag) => tag.toLowerCase());

/** The value of `?lang=` if it is a language tag. */
export const languageAsked = (asked: unknown): string | undefined =>
  typeof asked === 'string' && isTag(asked) ? asked : undefined;

interface LanguagePreference {
  readonly asked: string | undefined;
  readonly header: string | undefined;
  /** Locale of the store, such as `de_DE`. */
  readonly locale: string | null;
}

/** Languages in order of preference: requested, accepted, the store's, English (passports-public.md). */
export const languagesFor = ({ asked, header, locale }: LanguagePreference): readonly string[] => [
  ...new Set([
    ...[languageAsked(asked)?.toLowerCase() ?? []].flat(),
    ...acceptedLanguages(header),
    ...(locale === null ? [] : [locale.replace('_', '-').toLowerCase()]),
    'en',
  ]),
];

/** The language of the page's own texts. */
export const pageLanguage = (languages: readonly string[]): PageLanguage => {
  for (const tag of languages) {
    const own = PAGE_LANGUAGES.find((language) => language === baseOf(tag));
    if (own) return own;
  }
  return 'en';
};

interface Spoken {
  readonly text: string;
  readonly language: string;
}

/** The text in the first available language: the exact tag, then any variant of the language, else the first text. */
export const spoken = (map: LanguageMap, languages: readonly string[]): Spoken | undefined => {
  const tags = Object.keys(map);
  for (const wanted of languages) {
    const found =
      tags.find((tag) => tag.toLowerCase() === wanted) ??
      tags.find((tag) => tag.toLowerCase() === baseOf(wanted)) ??
      tags.find((tag) => baseOf(tag.toLowerCase()) === baseOf(wanted));
    if (found !== undefined) return { text: map[found] ?? '', language: found };
  }
  const [first] = tags;
  return first === undefined ? undefined : { text: map[first] ?? '', language: first };
};
