import { type Change, change } from '../kernel/index.js';
import { ChangeEntries, CHANGE_ENTRIES_MAX } from './change-entries.js';

const collected = (...changes: readonly Change[]): readonly Change[] => {
  const entries = new ChangeEntries();
  entries.add(changes);
  return entries.all;
};

const many = (count: number, of: (at: number) => Change): readonly Change[] =>
  Array.from({ length: count }, (_, at) => of(at));

describe('change entries of one transaction (pricing.md §5)', () => {
  it('are kept once each, in the order they were added', () => {
    expect(collected(change('list', 2, 5), change('list', 1, 5), change('list', 2, 5))).toEqual([
      change('list', 2, 5),
      change('list', 1, 5),
    ]);
  });

  it('are distinct by scope, id and product', () => {
    const entries = [
      change('list', 1, 2),
      change('list', 12),
      change('customer', 1, 2),
      change('list', 1),
      change('list'),
    ];
    expect(collected(...entries)).toEqual(entries);
  });

  it('are all kept up to the limit', () => {
    expect(collected(...many(CHANGE_ENTRIES_MAX, (at) => change('list', 1, at)))).toHaveLength(CHANGE_ENTRIES_MAX);
  });

  it('lose the product above the limit', () => {
    expect(collected(...many(CHANGE_ENTRIES_MAX + 1, (at) => change('list', at % 3, at)))).toEqual([
      change('list', 0),
      change('list', 1),
      change('list', 2),
    ]);
  });

  it('also lose the id if they still exceed the limit', () => {
    const entries = [...many(CHANGE_ENTRIES_MAX + 1, (at) => change('list', at, at)), change('settings', 7)];
    expect(collected(...entries)).toEqual([change('list'), change('settings')]);
  });

  it('never exceed the limit, however many are added', () => {
    const entries = new ChangeEntries();
    for (let round = 0; round < 20; round += 1) {
      entries.add(many(500, (at) => change('customer', round * 500 + at, at)));
      expect(entries.all.length).toBeLessThanOrEqual(CHANGE_ENTRIES_MAX);
    }
    expect(entries.all).toEqual([change('customer')]);
  });
});
