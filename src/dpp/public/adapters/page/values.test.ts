import { aTemplate } from '../../../../../test/support/passport-content.js';
import { shapeOf } from '../../../templates/domain/index.js';
import { shownFields, type PageReading } from './values.js';
import { WORDS } from './words.js';

const SHAPE = shapeOf(
  aTemplate({ type: 'object', properties: { n: { type: 'array', items: { type: 'number' } } } }).schema,
);
const reading = (page: 'en' | 'de'): PageReading => ({
  languages: [page],
  page,
  words: WORDS[page],
  termOf: () => undefined,
});

describe('numbers on the page', () => {
  it('are formatted for the language of the page', () => {
    const texts = (page: 'en' | 'de') =>
      JSON.stringify(shownFields({ n: [1234.5, 12345.25, 0.1] }, SHAPE, reading(page))).match(/"text":"[\d.,]+"/g);
    expect(texts('en')).toEqual(['"text":"1234.5"', '"text":"12,345.25"', '"text":"0.1"']);
    expect(texts('de')).toEqual(['"text":"1234,5"', '"text":"12.345,25"', '"text":"0,1"']);
  });

  it('share one formatter, because creating one for each number takes seconds', () => {
    const made = jest.spyOn(Intl, 'NumberFormat');
    shownFields({ n: Array.from({ length: 2000 }, (_, index) => index) }, SHAPE, reading('en'));
    expect(made.mock.calls.length).toBeLessThanOrEqual(1);
    made.mockRestore();
  });
});

describe('an empty list on the page', () => {
  const properties = { some: { type: 'array', 'x-none': true }, other: { type: 'array' } };
  const shape = shapeOf(aTemplate({ type: 'object', properties }).schema);

  it('is shown as "None" if the template sets x-none', () => {
    const shown = (page: 'en' | 'de') =>
      shownFields({ some: [], other: [] }, shape, reading(page)).map(({ value }) => value);
    expect(shown('en')).toEqual([
      { kind: 'text', text: 'None', lang: undefined },
      { kind: 'list', items: [] },
    ]);
    expect(shown('de')[0]).toMatchObject({ text: 'Keine' });
  });
});
