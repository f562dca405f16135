import { Resources } from '../../../libs/records/index.js';
import { describeOnDatabases, openTestDatabase, type OpenTestDatabase } from '../../support/databases.js';
import { fillPassports, HUNDRED, LISTS, passportsOn } from '../../support/many-passports.js';
import { RESOURCES } from '../../support/rooms.js';
import { inReferences, workedMs } from './ratio.js';

/** Limits as multiples of the reference work: a search in elapsed time, IDs in processor time. */
const SEARCH = 100;
const IDS = 2;
const ROUNDS = 7;

const median = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;

describeOnDatabases('public queries on 100,000 passports', (kind) => {
  let opened: OpenTestDatabase;
  beforeAll(async () => {
    opened = await openTestDatabase(kind, { resources: new Resources(RESOURCES) });
    await fillPassports(opened);
  });
  afterAll(() => opened.close());

  const took = async (ask: () => Promise<unknown>, now: () => number): Promise<number> => {
    const times: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const began = now();
      await ask();
      times.push(now() - began);
    }
    return median(times);
  };

  it('need hardly any processor time for the UUIDs of 100 products', async () => {
    const ask = () => passportsOn(opened).uuidsOf(HUNDRED);
    expect(await inReferences(() => took(ask, workedMs))).toBeLessThan(IDS);
  });

  it.each(LISTS)('return the list %s quickly', async (_, groups, sort) => {
    const ask = () => passportsOn(opened).search({ groups, sort, page: 1, pageSize: 300 }, 1);
    expect(await inReferences(() => took(ask, () => performance.now()))).toBeLessThan(SEARCH);
  });
});
