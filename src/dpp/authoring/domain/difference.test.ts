import fc from 'fast-check';
import { differences, DIFFERENCES_MAX, isSame, TooDifferent } from './difference.js';
import type { Json } from '../../passport/domain/index.js';

describe('what differs', () => {
  it.each<[string, Json, Json, [string, string][]]>([
    ['nothing', { a: [1, { b: null }] }, { a: [1, {}] }, []],
    ['a value', { a: { b: 1 } }, { a: { b: 2 } }, [['a.b', 'changed']]],
    ['a new one', { a: {} }, { a: { b: 2 } }, [['a.b', 'added']]],
    ['one that is gone', { a: [1, 2] }, { a: [1] }, [['a[1]', 'removed']]],
    ['another kind', { a: [1] }, { a: { b: 1 } }, [['a', 'changed']]],
    ['an empty list that is new', {}, { a: [] }, [['a', 'added']]],
    ['0 and -0 are one number', { a: 0 }, { a: -0 }, []],
    ['0 and false are not', { a: 0 }, { a: false }, [['a', 'changed']]],
  ])('%s', (_, from, to, expected) => {
    expect(differences(from, to).map(({ path, change }) => [path, change])).toEqual(expected);
  });

  it('nothing differs from itself, and there and back say the same places', () => {
    const json = fc.jsonValue().map((value) => JSON.parse(JSON.stringify(value)) as Json);
    fc.assert(
      fc.property(json, json, (one, other) => {
        expect(differences(one, one)).toEqual([]);
        expect(
          differences(one, other)
            .map(({ path }) => path)
            .sort(),
        ).toEqual(
          differences(other, one)
            .map(({ path }) => path)
            .sort(),
        );
      }),
    );
  });

  it('are told up to a number, and up to the length of their paths', () => {
    const many = (value: number, count: number) => Array.from({ length: count }, () => value);
    expect(differences(many(1, DIFFERENCES_MAX), many(2, DIFFERENCES_MAX))).toHaveLength(DIFFERENCES_MAX);
    expect(() => differences(many(1, DIFFERENCES_MAX + 1), many(2, DIFFERENCES_MAX + 1))).toThrow(TooDifferent);
    const key = 'k'.repeat(100_000);
    // A thousand paths of 100,000 characters each.
    expect(() => differences({ [key]: many(1, 1000) }, { [key]: many(2, 1000) })).toThrow(TooDifferent);
  });

  it('there are none where two values say the same', () => {
    const value = fc.jsonValue() as fc.Arbitrary<Json>;
    fc.assert(
      fc.property(value, value, (one, other) => {
        expect(isSame(one, other)).toBe(differences(one, other).length === 0);
        expect(isSame(one, one)).toBe(true);
      }),
    );
    expect(isSame({ a: null, b: [1, null] }, { b: [1] })).toBe(true);
  });
});
