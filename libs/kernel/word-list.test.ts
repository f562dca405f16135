import { WordList, Words } from './word-list.js';

describe('words of all rooms', () => {
  const colours = new WordList();
  const words = new Words(new Map([[colours, ['red', 'green']]]));

  it('stand in the place of their list, however deep', () => {
    const declared = { fields: [{ kind: { words: colours, of: 'colour' } }], schema: { enum: colours } };
    const put = words.in(declared);
    expect(put).toEqual({
      fields: [{ kind: { words: ['red', 'green'], of: 'colour' } }],
      schema: { enum: ['red', 'green'] },
    });
    expect(declared.schema.enum).toHaveLength(0);
    expect(words.in(declared)).toBe(put);
  });

  it('leave what names no list the same object', () => {
    class Service {}
    const declared = { by: Service, of: new Map([['a', colours]]), run: () => colours, fields: [{ words: ['red'] }] };
    expect(words.in(declared)).toBe(declared);
  });

  it('of a list to which no module contributes are a mistake', () => {
    expect(() => words.in({ enum: new WordList() })).toThrow('no module contributes to this list of words');
  });
});
