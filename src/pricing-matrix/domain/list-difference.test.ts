import fc from 'fast-check';
import { listDifference } from './list-difference.js';

interface Row {
  readonly id: number;
  readonly externalId: string | null;
  readonly code: string;
  readonly note: string | null;
}

const row = (id: number, code: string, externalId: string | null = null, note: string | null = null): Row => ({
  id,
  code,
  externalId,
  note,
});

const keyOf = ({ code }: Partial<Row>): string | undefined => code;

const difference = (stored: readonly Row[], wanted: readonly Partial<Row>[]) => {
  const { removed, next } = listDifference(stored, wanted, keyOf);
  return { removed: removed.map(({ id }) => id), next };
};

describe('listDifference', () => {
  const stored = [row(1, 'red', 'e1', 'first'), row(2, 'blue', 'e2'), row(3, 'green')];

  it.each<[string, Partial<Row>[], number[], (number | undefined)[]]>([
    ['removes all rows for an empty list', [], [1, 2, 3], []],
    ['finds rows by key', [{ code: 'green' }, { code: 'red' }], [2], [3, 1]],
    ['finds rows by external_id and changes their key', [{ externalId: 'e2', code: 'black' }], [1, 3], [2]],
    ['finds rows by ID first', [{ id: 3, externalId: null, code: 'white' }], [1, 2], [3]],
    ['adds unknown rows', [{ code: 'red' }, { code: 'pink', externalId: 'e9' }], [2, 3], [1, undefined]],
    [
      'prefers the ID to the key, whatever the order',
      [{ code: 'red' }, { id: 1, code: 'gray' }],
      [2, 3],
      [undefined, 1],
    ],
    [
      'prefers the external_id to the key',
      [{ code: 'red' }, { externalId: 'e1', code: 'gray' }],
      [2, 3],
      [undefined, 1],
    ],
    ['uses each stored row once', [{ code: 'red' }, { code: 'red' }], [2, 3], [1, undefined]],
    ['lets another row take a freed key', [{ id: 1, code: 'blue' }], [2, 3], [1]],
    ['replaces one of two rows that swap keys', [{ id: 1, code: 'blue' }, { id: 2, code: 'red' }], [1, 3], [undefined, 2]], // prettier-ignore
    ['replaces one of two rows that swap external_ids', [{ code: 'red', externalId: 'e2' }, { code: 'blue', externalId: 'e1' }], [2, 3], [undefined, 1]], // prettier-ignore
  ])('%s', (_, wanted, removed, ids) => {
    const found = difference(stored, wanted);
    expect(found.removed).toEqual(removed);
    expect(found.next.map(({ id }) => id)).toEqual(ids);
  });

  it('keeps omitted fields, even of a replaced row', () => {
    const { next } = difference(stored, [
      { id: 1, code: 'blue' },
      { id: 2, code: 'red' },
    ]);
    expect(next).toEqual([
      { id: undefined, code: 'blue', externalId: 'e1', note: 'first' },
      { id: 2, code: 'red', externalId: 'e2', note: null },
    ]);
  });

  const codes = fc.constantFrom('a', 'b', 'c', 'd');
  const externals = fc.constantFrom(null, 'x', 'y', 'z');
  const unique = (rows: readonly { readonly code: string; readonly externalId: string | null }[]): boolean => {
    const named = rows.flatMap(({ externalId }) => externalId ?? []);
    return new Set(rows.map(({ code }) => code)).size === rows.length && new Set(named).size === named.length;
  };
  const lists = fc
    .array(fc.record({ code: codes, externalId: externals }), { maxLength: 4 })
    .filter(unique)
    .map((rows) => rows.map((one, at) => ({ ...one, id: at + 1, note: null })));
  const wanted = fc
    .array(
      fc.record({
        id: fc.option(fc.integer({ min: 1, max: 4 }), { nil: undefined }),
        code: codes,
        externalId: externals,
      }),
      { maxLength: 4 },
    ) // prettier-ignore
    .filter(unique);

  it('produces the wanted list without breaking a unique key at any step', () => {
    fc.assert(
      fc.property(lists, wanted, (before, list) => {
        const { removed, next } = listDifference<Row>(before, list, keyOf);
        const rows = new Map<number, Row>(before.filter((one) => !removed.includes(one)).map((one) => [one.id, one]));
        let nextId = 100;
        for (const kept of [true, false]) {
          for (const one of next.filter(({ id }) => (id !== undefined) === kept)) {
            const id = one.id ?? nextId++;
            rows.set(id, { ...(one as Row), id });
            expect(unique([...rows.values()])).toBe(true);
          }
        }
        const shown = (some: readonly Partial<Row>[]) => some.map(({ code, externalId }) => `${code}/${externalId}`);
        expect(shown([...rows.values()]).sort()).toEqual(shown(list).sort());
      }),
      { numRuns: 2_000 },
    );
  });
});
