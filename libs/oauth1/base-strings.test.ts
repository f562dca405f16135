import { naturalKey } from './base-strings.js';

/** As PHP 8's `uksort($names, 'strnatcmp')` leaves them. */
const SORTED: readonly (readonly string[])[] = [
  ['a1', 'a2', 'a10'],
  ['a%5B2%5D', 'a%5B10%5D', 'a%5B100%5D'],
  ['a', 'a0', 'a1', 'aa'],
  ['a%5B', 'a1', 'aZ', 'a_', 'ab'],
  ['x0', 'x05', 'x010'],
];

describe('natural order', () => {
  it.each(SORTED.map((names) => [names]))('sorts names as %j', (names) => {
    const shuffled = names.toReversed();
    expect(shuffled.toSorted((one, other) => (naturalKey(one) < naturalKey(other) ? -1 : 1))).toEqual(names);
  });

  it('treats numbers that differ only in leading zeros as equal', () => {
    expect(naturalKey('a007')).toBe(naturalKey('a7'));
    expect(naturalKey('a0')).not.toBe(naturalKey('a'));
  });
});
