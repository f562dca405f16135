const languageFor = (languages: readonly string[], stored: string | null = null): string => {
  Object.assign(globalThis, { localStorage: { getItem: () => stored } });
  Object.defineProperty(globalThis, 'navigator', { value: { languages }, configurable: true });
  let found = '';
  jest.isolateModules(() => {
    ({ language: found } = jest.requireActual<{ language: string }>('./language.js'));
  });
  return found;
};

describe('Desk language', () => {
  it.each([
    [['de-AT', 'en'], 'de'],
    [['en-GB', 'de'], 'en'],
    [['fr', 'DE-ch', 'en'], 'de'],
    [['del', 'den', 'fr'], 'en'],
    [[], 'en'],
  ])('for the browser languages %j is %s', (languages, expected) => expect(languageFor(languages)).toBe(expected));

  it('is the stored choice if Desk supports it', () => {
    expect(languageFor(['en'], 'de')).toBe('de');
    expect(languageFor(['de'], 'fr')).toBe('de');
  });
});
