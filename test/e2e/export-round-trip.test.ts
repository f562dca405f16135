import fc from 'fast-check';
import { changedRows } from '../../src/import-export/index.js';
import { startApp } from '../support/app.js';
import { type DatabaseKind, databases } from '../support/databases.js';
import { badRows, exported, filesIn, imported, removeExports } from '../support/export.js';
import { randomShop, storeShop } from '../support/random-shop.js';

/** From each kind of database to the other; with only one kind, to a second database of that kind. */
const ways = (): readonly (readonly [DatabaseKind, DatabaseKind])[] => {
  const [first = 'sqlite', second = first] = databases();
  return first === second
    ? [[first, first]]
    : [
        [first, second],
        [second, first],
      ];
};

afterAll(removeExports);

describe.each(ways())('a shop exported from %s', (from, to) => {
  it(`re-imports without changes, and round-trips byte for byte through an empty %s`.replace('%s', to), async () => {
    await fc.assert(
      fc.asyncProperty(randomShop, async (shop) => {
        const [one, other] = [await startApp({ database: from }), await startApp({ database: to })];
        try {
          await storeShop(one, shop);
          const folder = await exported(one);
          const same = await imported(one, folder);
          expect([badRows(same), changedRows(same)]).toEqual([[], 0]);
          const fresh = await imported(other, folder);
          expect(badRows(fresh)).toEqual([]);
          expect(filesIn(await exported(other))).toEqual(filesIn(folder));
          expect(changedRows(await imported(other, folder))).toBe(0);
        } finally {
          await one.close();
          await other.close();
        }
      }),
      { numRuns: Number(process.env['ROUND_TRIPS'] ?? 2), endOnFailure: true },
    );
  });
});
