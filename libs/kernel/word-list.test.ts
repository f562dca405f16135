import { WordList, Words } from './word-list.js';

describe('Words', () => {
  const colours = new WordList();
  const words = new Words(new Map([[colours, ['red', 'green']]]));

  it('replaces each list with its words at any depth', () => {
    const declared = { fields: [{ kind: { words: colours, of: 'colour' } }], schema: { enum: colours } };
    const put = words.in(declared);
    expect(put).toEqual({
      fields: [{ kind: { words: ['red', 'green'], of: 'colour' } }],
      schema: { enum: ['red', 'green'] },
    });
    expect(declared.schema.enum).toHaveLength(0);
    expect(words.in(declared)).toBe(put);
  });

  it('returns the same object if it contains no list', () => {
    class Service {}
    const declared = { by: Service, of: new Map([['a', colours]]), run: () => colours, fields: [{ words: ['red'] }] };
    expect(words.in(declared)).toBe(declared);
  });

  it('throws for a list to which no module contributes', () => {
    expect(() => words.in({ enum: new WordList() })).toThrow('no module contributes to this list of words');
  });
});
