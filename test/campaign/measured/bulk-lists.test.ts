import { startApp, type TestApp } from '../../support/app.js';
import { describeOnDatabases } from '../../support/databases.js';
import { inReferences, longestTurn } from './ratio.js';

/** Limit as a multiple of the reference work. Without limits on lists, it was hundreds. */
const LONGEST_TURN = 50;

describeOnDatabases('rows with long lists (bulk.md, "Sending rows")', (kind) => {
  let app: TestApp;
  let token: string;
  beforeAll(async () => {
    app = await startApp({ database: kind });
    token = await app.adminToken();
  });
  afterAll(() => app.close());

  const many = <T>(count: number, value: T): readonly T[] => Array.from({ length: count }, () => value);
  const lines = (fields: object): string =>
    many(30, 0)
      .map((_, row) => JSON.stringify({ sku: `L-${row}`, name: 'L', price: 1, ...fields }))
      .join('\n');

  it.each([
    ['ids', { category_ids: many(60_000, 7) }],
    ['objects', { website_prices: many(20_000, { website_id: 1 }) }],
    ['attributes', { attributes: { a: many(60_000, 7) } }],
  ])('do not block other callers: %s', async (_, fields) => {
    const body = lines(fields);
    const send = () =>
      app.call('POST', '/rest/V1/commerce/products/bulk', body, token, { 'content-type': 'application/x-ndjson' });
    let answer: Awaited<ReturnType<typeof send>> | undefined;
    const round = await inReferences(() => longestTurn(async () => (answer = await send())));
    expect(answer?.body).toMatchObject({ created: 0, failed: 30 });
    expect(round).toBeLessThan(LONGEST_TURN);
  });
});
