import { acceptedLanguages, requestedLanguage, languagesFor, pageLanguage, spoken } from './languages.js';

describe('the language of a page (passports-public.md)', () => {
  it.each([
    ['de', 'fr', 'en_GB', 'de'],
    [undefined, 'fr, de;q=0.5', 'en_GB', 'de'],
    [undefined, 'de;q=0.4, en;q=0.8', null, 'en'],
    [undefined, 'de-AT', null, 'de'],
    [undefined, undefined, 'de_DE', 'de'],
    [undefined, undefined, null, 'en'],
    [undefined, 'fr', null, 'en'],
    ['fr', 'de', null, 'de'],
    ['<script>', 'de', null, 'de'],
    ['de-u-co-phonebk', undefined, null, 'de'],
    ['x-own', 'de', null, 'de'],
    [undefined, 'fr, de-CH-1996-x-a', null, 'de'],
    [undefined, 'd-e, d, de-', 'de_DE', 'de'],
    [undefined, 'de;q=0', 'de_DE', 'en'],
    [undefined, 'de;q=0', null, 'en'],
    [undefined, 'en;q=0, *', null, 'de'],
    [undefined, 'en;q=0.000, *', 'en_GB', 'de'],
    ['en', 'en;q=0, *', null, 'en'],
    [undefined, 'en;q=0, de;q=0', null, 'en'],
  ])('for ?lang=%s, Accept-Language: %s and store %s is %s', (asked, header, locale, expected) => {
    expect(pageLanguage(languagesFor({ asked, header, locale }))).toBe(expected);
  });

  it('ignores * and all but the first entries of a long header', () => {
    expect(acceptedLanguages('')).toEqual([]);
    expect(acceptedLanguages('*, de')).toEqual(['de']);
    expect(acceptedLanguages(`${'xx,'.repeat(100)}de`)).not.toContain('de');
  });

  it.each([
    [`de${'-abcd'.repeat(6)}-xy`, true],
    [`de${'-abcd'.repeat(6)}-abc`, false],
  ])('can be a tag of at most 35 characters: %s, %s', (tag, taken) => {
    expect(requestedLanguage(tag)).toBe(taken ? tag : undefined);
    expect(acceptedLanguages(`${tag}, en;q=0.5`)).toEqual(taken ? [tag.toLowerCase(), 'en'] : ['en']);
  });

  it.each([
    [['de'], { en: 'a', de: 'b' }, 'b'],
    [['de-at'], { en: 'a', de: 'b' }, 'b'],
    [['de', 'en'], { en: 'a', 'de-CH': 'b' }, 'a'],
    [['pt-pt', 'en'], { 'pt-BR': 'a', en: 'b' }, 'b'],
    [['pt-pt', 'en'], { 'pt-BR': 'a', pt: 'b' }, 'b'],
    [['zh-hant-tw', 'en'], { 'zh-Hans': 'a', en: 'b', 'zh-Hant': 'c' }, 'c'],
    [['sr-latn', 'en'], { 'sr-Cyrl': 'a', 'sr-Latn': 'b' }, 'b'],
    [['fil', 'en'], { fi: 'a', fil: 'b' }, 'b'],
    [['fil', 'en'], { fi: 'a', en: 'b' }, 'b'],
    [['de-x-a', 'en'], { en: 'a', de: 'b' }, 'b'],
    [['!en'], { en: 'a', 'en-GB': 'b', de: 'c' }, 'c'],
    [['de-ch', 'en'], { en: 'a', 'de-CH': 'b', de: 'c' }, 'b'],
    [['fr', 'en'], { en: 'a', de: 'b' }, 'a'],
    [['fr'], { it: 'a', de: 'b' }, 'a'],
  ])('selects the best text for %j from %j: %s', (languages, map, expected) => {
    expect(spoken(map, languages)?.text).toBe(expected);
  });

  it('selects nothing if there is no text', () => expect(spoken({}, ['en'])).toBeUndefined());
});
