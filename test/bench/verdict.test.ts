import { type Figure, judge, lineOf, median, quantile, summaryOf } from './verdict.js';

const figure = (value: number, target?: Figure['target']): Figure => ({
  what: 'get-multi-price',
  value,
  unit: 'ms',
  digits: 1,
  ...(target ? { target } : {}),
});

describe('bench verdict', () => {
  it.each([
    [[1, 2, 3, 4], 0.5, 3],
    [[1, 2, 3], 0.5, 2],
    [[5], 0.95, 5],
    [Array.from({ length: 200 }, (_, index) => index), 0.95, 190],
    [[1, 2], 1, 2],
  ])('computes the quantile of %j at %d as %d', (sorted, share, expected) =>
    expect(quantile(sorted, share)).toBe(expected),
  );

  it('returns NaN as the quantile of an empty list', () => expect(quantile([], 0.5)).toBeNaN());

  it('computes the median of unsorted values', () => expect(median([9, 1, 5])).toBe(5));

  it.each([
    [10, { most: 10 }, 'pass'],
    [10.1, { most: 10 }, 'miss'],
    [0.7, { least: 0.7 }, 'pass'],
    [0.69, { least: 0.7 }, 'miss'],
    [395_835, { least: 395_835, most: 395_835 }, 'pass'],
    [395_836, { least: 395_835, most: 395_835 }, 'miss'],
    [NaN, { most: 10 }, 'miss'],
    [NaN, { least: 10 }, 'miss'],
  ] as const)('rates %d against the target %j as %s', (value, target, expected) =>
    expect(judge(figure(value, target))).toBe(expected),
  );

  it('returns no verdict without a target', () => expect(judge(figure(1))).toBeUndefined());

  it('prints value, unit, target and verdict', () => {
    expect(lineOf(figure(9.14, { most: 10 }))).toMatch(/^get-multi-price +9\.1 ms +PASS \(at most 10\.0\)$/);
    expect(lineOf(figure(12, { least: 20, most: 30 }))).toMatch(/MISS \(at least 20\.0, at most 30\.0\)$/);
    expect(lineOf(figure(3))).toMatch(/^get-multi-price +3\.0 ms$/);
  });

  it('summarizes the missed targets', () => {
    expect(summaryOf([figure(1), figure(2, { most: 3 })])).toBe('1 of 1 targets met.');
    const [first, ...missed] = summaryOf([figure(2, { most: 3 }), { ...figure(4, { most: 3 }), part: 'SQLite' }]).split(
      '\n',
    );
    expect(first).toBe('1 of 2 targets met; missed:');
    expect(missed).toEqual([expect.stringMatching(/^SQLite: get-multi-price +4\.0 ms/)]);
  });
});
