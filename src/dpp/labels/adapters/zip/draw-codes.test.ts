import { fileNames } from './draw-codes.js';

it.each([
  ['RP-1', 'RP-1'],
  ['a/b:c*"d', 'a%2Fb%3Ac%2A%22d'],
  ['<>?|\\', '%3C%3E%3F%7C%5C'],
  ['CON', '%43ON'],
  ['nul.x', '%6Eul.x'],
  ['LPT1', '%4CPT1'],
  ['CONTACT', 'CONTACT'],
])('%s is the file %s', (text, name) => {
  expect(fileNames([text])).toEqual([name]);
  expect(decodeURIComponent(name)).toBe(text);
});

it('no two names differ in case alone', () => {
  const texts = ['ab', 'AB', 'Ab', 'aB', 'x'];
  const names = fileNames(texts);
  expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(texts.length);
  expect(names.map(decodeURIComponent)).toEqual(texts);
});
