import fc from 'fast-check';
import { balanced, isolatedText, turnsDirection } from './bidi.js';

const [LRI, RLI, FSI, PDI, RLO, PDF] = ['\u2066', '\u2067', '\u2068', '\u2069', '\u202e', '\u202c'];

/** Number of isolates still open at the end of a text, and whether the text ends an isolate that it did not start. */
const isolates = (text: string): { readonly open: number; readonly strayed: boolean } => {
  let [open, strayed] = [0, false];
  for (const sign of text) {
    if (sign === PDI && open === 0) strayed = true;
    else if (sign === PDI) open -= 1;
    else if ([LRI, RLI, FSI].includes(sign)) open += 1;
  }
  return { open, strayed };
};

describe('bidirectional text', () => {
  it.each([
    ['Drill 18 V', false],
    ['Bohrmaschine – Größe ½″', false],
    ['電動ドリル', false],
    ['מקדחה', true],
    ['مثقاب', true],
    [`${RLO}lirD`, true],
    ['a\u200fb', true],
    ['a\nb', true],
    ['a\u2029b', true],
    ['𐤀', true],
  ])('is isolated if it can change the direction: %j, %s', (text, turns) => {
    expect(turnsDirection(text)).toBe(turns);
    expect(isolatedText(text) === text).toBe(!turns);
  });

  it.each([
    ['an end without a start is removed', `a${PDI}b`, 'ab'],
    ['a start without an end is closed', `a${RLI}b`, `a${RLI}b${PDI}`],
    ['nested isolates are closed once', `${LRI}a${FSI}b${PDI}${PDI}${PDI}c`, `${LRI}a${FSI}b${PDI}${PDI}c`],
    ['overrides stay, because the isolate ends them', `${RLO}a${PDF}${PDF}`, `${RLO}a${PDF}${PDF}`],
    ['paragraphs are joined by a space', 'a\r\n\u2029b', 'a b'],
  ])('is balanced: %s', (_, text, expected) => {
    expect(balanced(text)).toBe(expected);
  });

  it('never escapes the isolate around it', () => {
    const signs = fc.constantFrom('a', 'א', ' ', '\n', '\u2029', LRI, RLI, FSI, PDI, RLO, PDF);
    fc.assert(
      fc.property(fc.array(signs, { maxLength: 30 }), (some) => {
        const text = isolatedText(some.join(''));
        expect(isolates(text)).toEqual({ open: 0, strayed: false });
        if (turnsDirection(text)) expect(isolates(text.slice(1, -1))).toEqual({ open: 0, strayed: false });
        expect(text).not.toMatch(/[\n\u2029]/);
      }),
    );
  });
});
