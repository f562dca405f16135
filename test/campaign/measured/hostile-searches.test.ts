import { startApp, type TestApp } from '../../support/app.js';
import { describeOnDatabases } from '../../support/databases.js';
import { addDocuments, COSTLY, othersWork, sharedFilters } from '../../support/hostile-searches.js';
import { Shop } from '../../support/shop.js';
import { inReferences } from './ratio.js';

/** Limits for responses and for writes of other callers, as multiples of the reference work. */
const ANSWER = 100;
const WRITE = 300;
const DOCUMENTS = 60_000;

describeOnDatabases('another caller during hostile searches (docs/security.md, "Searches")', (database) => {
  let app: TestApp;
  let sku: string;
  let token: string;

  beforeAll(async () => {
    app = await startApp({ database, settings: { DATABASE_POOL: '3' } });
    sku = await new Shop(app).product({ price: 10 });
    token = await app.adminToken();
    await addDocuments(app, DOCUMENTS);
  });
  afterAll(() => app.close());

  /** Longest times of responses and of writes by other callers during an attack, as multiples of the reference work. */
  const waits = async (attack: () => Promise<unknown>) => {
    const longest = { answer: 0, write: 0 };
    const others = Object.entries(othersWork(app, sku, token));
    const rounds = async (isOver: () => boolean): Promise<void> => {
      for (let round = 0; round < 3 || !isOver(); round += 1)
        for (const [name, ask] of others) {
          const began = performance.now();
          expect([name, (await ask()).status]).toEqual([name, 200]);
          const what = name === 'write' ? 'write' : 'answer';
          longest[what] = Math.max(longest[what], performance.now() - began);
        }
    };
    let over = false;
    const factor = await inReferences(async () => {
      const attacked = attack().finally(() => (over = true));
      await rounds(() => over);
      await attacked;
      return 1;
    });
    return { answer: longest.answer * factor, write: longest.write * factor };
  };

  it.each([
    ['aliases', 8, () => app.call('POST', '/graphql', sharedFilters())],
    ['searches of anonymous callers', 24, () => app.call('GET', `/rest/V1/customerdocuments/public/search?${COSTLY}`)],
    [
      'searches of a signed-in caller',
      2,
      () => app.call('GET', `/rest/V1/customerdocuments/search?${COSTLY}`, undefined, token),
    ],
  ] as const)('hardly waits for %s', async (_, times, ask) => {
    const { answer, write } = await waits(() => Promise.all(Array.from({ length: times }, ask)));
    expect(answer).toBeLessThan(ANSWER);
    expect(write).toBeLessThan(WRITE);
  });
});
