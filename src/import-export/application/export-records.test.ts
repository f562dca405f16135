import { byLevel } from './export-records.js';

const parents = (...pairs: readonly (readonly [id: number, parent: number | null])[]) =>
  byLevel(
    pairs.map(([id, parent]) => ({ id, parent })),
    ({ parent }) => parent,
  );
const ids = (records: readonly { readonly id: number }[]): readonly number[] => records.map(({ id }) => id);

describe('records by level', () => {
  it('come after the record that they reference, and within a level by ID', () => {
    const { levels, circle } = parents([1, 9], [2, null], [3, 2], [4, 9], [8, null], [9, 8]);
    expect([ids(levels), ids(circle)]).toEqual([[2, 8, 3, 9, 1, 4], []]);
  });

  it('have no level if they reference each other or depend on such records', () => {
    const { levels, circle } = parents([1, null], [2, 3], [3, 2], [4, 3]);
    expect([ids(levels), ids(circle)]).toEqual([[1], [2, 3, 4]]);
  });
});
