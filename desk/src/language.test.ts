const languageFor = (languages: readonly string[], stored: string | null = null): string => {
  Object.assign(globalThis, { localStorage: { getItem: () => stored } });
  Object.defineProperty(globalThis, 'navigator', { value: { languages }, configurable: true });
  let found = '';
  jest.isolateModules(() => {
    ({ language: found } = jest.requireActual<{ language: string }>('./language.js'));
  });
  return found;
};

describe('the language of Desk', () => {
  it.each([
    [['de-AT', 'en'], 'de'],
    [['en-GB', 'de'], 'en'],
    [['fr', 'DE-ch', 'en'], 'de'],
    [['del', 'den', 'fr'], 'en'],
    [[], 'en'],
  ])('of a browser that prefers %j is %s', (languages, expected) => expect(languageFor(languages)).toBe(expected));

  it('is the chosen one', () => {
    expect(languageFor(['en'], 'de')).toBe('de');
    expect(languageFor(['de'], 'fr')).toBe('de');
  });
});
