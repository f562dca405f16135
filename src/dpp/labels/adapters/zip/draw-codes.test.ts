import { fileNames } from './draw-codes.js';

it.each([
  ['RP-1', 'RP-1'],
  ['a/b:c*"d', 'a%2Fb%3Ac%2A%22d'],
  ['<>?|\\', '%3C%3E%3F%7C%5C'],
  ['CON', '%43ON'],
  ['nul.x', '%6Eul.x'],
  ['LPT1', '%4CPT1'],
  ['CONTACT', 'CONTACT'],
])('fileNames encodes %s as %s', (text, name) => {
  expect(fileNames([text])).toEqual([name]);
  expect(decodeURIComponent(name)).toBe(text);
});

it('fileNames returns no two names that differ only in case', () => {
  const texts = ['ab', 'AB', 'Ab', 'aB', 'x'];
  const names = fileNames(texts);
  expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(texts.length);
  expect(names.map(decodeURIComponent)).toEqual(texts);
});
