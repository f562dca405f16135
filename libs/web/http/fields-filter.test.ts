import fc from 'fast-check';
import { trimmed } from './fields-filter.js';

const ANSWER = {
  items: [
    { id: 1, sku: 'A', applied: { price_code: 'x', qty: 1 }, ids: [1, 2] },
    { id: 2, sku: 'B', applied: null, ids: [] },
  ],
  search_criteria: { page_size: 20, current_page: 1 },
  total_count: 2,
};

describe('fields= (wire.md §3)', () => {
  it.each([
    ['total_count', { total_count: 2 }],
    ['items[id],total_count', { items: [{ id: 1 }, { id: 2 }], total_count: 2 }],
    ['total_count,items[id]', { items: [{ id: 1 }, { id: 2 }], total_count: 2 }],
    [
      'items[id,applied[qty]]',
      {
        items: [
          { id: 1, applied: { qty: 1 } },
          { id: 2, applied: null },
        ],
      },
    ],
    ['items[ids]', { items: [{ ids: [1, 2] }, { ids: [] }] }],
    ['items', { items: ANSWER.items }],
    ['search_criteria[page_size]', { search_criteria: { page_size: 20 } }],
    ['total_count[x]', { total_count: 2 }],
    ['total_count,', { total_count: 2 }],
    ['nope', []],
    ['items[nope]', { items: [[], []] }],
  ])('filters by %s', (fields, expected) => expect(trimmed(ANSWER, fields)).toEqual(expected));

  it.each(['', 'items[id', 'items]', '[id]', 'items[[id]]', 'items id', 'items[id]]', 'a.b', '*', 'ä'])(
    'returns an empty list for the malformed %j',
    (fields) => expect(trimmed(ANSWER, fields)).toEqual([]),
  );

  it('is malformed if it is sent twice or nested', () => {
    expect(trimmed(ANSWER, ['a', 'b'])).toEqual([]);
    expect(trimmed(ANSWER, { a: 'b' })).toEqual([]);
  });

  it('filters each item of a list, and leaves scalars unchanged', () => {
    expect(trimmed([{ id: 1, name: 'a' }, { id: 2 }], 'name')).toEqual([{ name: 'a' }, []]);
    expect([trimmed(true, 'id'), trimmed('token', 'id'), trimmed(null, 'id')]).toEqual([true, 'token', null]);
  });

  it('never adds anything to a response', () => {
    const text = JSON.stringify(ANSWER);
    const expression = fc.string({ unit: fc.constantFrom('items', 'id', 'sku', 'total_count', '[', ']', ',', ' ') });
    fc.assert(
      fc.property(expression, (fields) => {
        const answer = trimmed(JSON.parse(text), fields);
        expect(JSON.stringify(answer).length).toBeLessThanOrEqual(text.length);
      }),
    );
  });
});
