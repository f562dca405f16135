import fc from 'fast-check';
import { SeenIds } from './seen-ids.js';

describe('SeenIds', () => {
  it('contains exactly the IDs that were added', () => {
    const id = fc.integer({ min: 0, max: 2_147_483_647 });
    fc.assert(
      fc.property(fc.array(fc.oneof(id, fc.integer({ min: 0, max: 70_000 }))), fc.array(id), (added, others) => {
        const [seen, known] = [new SeenIds(), new Set(added)];
        for (const one of added) seen.add(one);
        for (const one of [...added, ...others, ...added.map((near) => near + 1)])
          expect(seen.has(one)).toBe(known.has(one));
      }),
    );
  });

  it('keeps neighboring IDs apart', () => {
    const seen = new SeenIds();
    for (const one of [0, 31, 32, 32_767, 32_768, 2_147_483_647]) seen.add(one);
    expect([0, 1, 31, 32, 33, 32_766, 32_767, 32_768, 32_769].map((one) => seen.has(one))).toEqual([
      true,
      false,
      true,
      true,
      false,
      false,
      true,
      true,
      false,
    ]);
  });
});
