import fc from 'fast-check';
import { differences, DIFFERENCES_MAX, isSame, TooDifferent } from './difference.js';
import type { Json } from '../../passport/domain/index.js';

describe('differences', () => {
  it.each<[string, Json, Json, [string, string][]]>([
    ['nothing for null and a missing key', { a: [1, { b: null }] }, { a: [1, {}] }, []],
    ['a changed value', { a: { b: 1 } }, { a: { b: 2 } }, [['a.b', 'changed']]],
    ['an added value', { a: {} }, { a: { b: 2 } }, [['a.b', 'added']]],
    ['a removed entry', { a: [1, 2] }, { a: [1] }, [['a[1]', 'removed']]],
    ['a value of another type as changed', { a: [1] }, { a: { b: 1 } }, [['a', 'changed']]],
    ['an added empty list', {}, { a: [] }, [['a', 'added']]],
    ['nothing for 0 and -0', { a: 0 }, { a: -0 }, []],
    ['a change from 0 to false', { a: 0 }, { a: false }, [['a', 'changed']]],
  ])('reports %s', (_, from, to, expected) => {
    expect(differences(from, to).map(({ path, change }) => [path, change])).toEqual(expected);
  });

  it('reports nothing for equal values, and the same paths in both directions', () => {
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

  it('throws above the maximum number of differences or length of paths', () => {
    const many = (value: number, count: number) => Array.from({ length: count }, () => value);
    expect(differences(many(1, DIFFERENCES_MAX), many(2, DIFFERENCES_MAX))).toHaveLength(DIFFERENCES_MAX);
    expect(() => differences(many(1, DIFFERENCES_MAX + 1), many(2, DIFFERENCES_MAX + 1))).toThrow(TooDifferent);
    const key = 'k'.repeat(100_000);
    // A thousand paths of 100,000 characters each.
    expect(() => differences({ [key]: many(1, 1000) }, { [key]: many(2, 1000) })).toThrow(TooDifferent);
  });

  it('is empty exactly if isSame() returns true', () => {
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
