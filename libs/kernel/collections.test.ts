import fc from 'fast-check';
import { type Listed, UnorderedList } from './collections.js';

class Item implements Listed {
  position = -1;
}

describe('an unordered list', () => {
  it('holds the same items as a set', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(9), fc.boolean())), (steps) => {
        const items = Array.from({ length: 10 }, () => new Item());
        const list = new UnorderedList<Item>();
        const set = new Set<Item>();
        for (const [index, adds] of steps) {
          const item = items[index] as Item;
          if (adds && !set.has(item)) {
            list.add(item);
            set.add(item);
          } else if (!adds) expect(list.delete(item)).toBe(set.delete(item));
          expect(list.size).toBe(set.size);
          expect(new Set(list)).toEqual(set);
          expect(items.filter((each) => each.position >= 0).length).toBe(set.size);
        }
      }),
    );
  });

  it('allows deletions during iteration', () => {
    const list = new UnorderedList<Item>();
    for (let count = 0; count < 5; count += 1) list.add(new Item());
    let walked = 0;
    for (const item of list) {
      walked += 1;
      list.delete(item);
    }
    expect([walked, list.size]).toEqual([5, 0]);
  });
});
