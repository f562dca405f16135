import { currentDeadline, runningWork } from '../../libs/kernel/index.js';
import { Persistence } from '../../libs/database/index.js';
import { startApp, type TestApp, type Verb } from '../support/app.js';

describe('request deadlines in the database (operations.md, "Deadlines")', () => {
  let app: TestApp;
  let token: string;
  const seen = new Set<string>();

  beforeAll(async () => {
    app = await startApp({
      settings: {
        DEADLINE_QUOTE_S: '22',
        DEADLINE_READ_S: '55',
        DEADLINE_WRITE_S: '110',
        DEADLINE_BULK_S: '330',
        PRICING_MEMORY_MB: '0',
      },
    });
    token = await app.adminToken();
    const { connections } = app.get<Persistence>(Persistence);
    const recording = <A extends readonly unknown[], R>(send: (...args: A) => R) =>
      jest.fn((...args: A): R => {
        const deadline = currentDeadline();
        // The server's own background work has separate limits, 5 s where it follows a request.
        if (runningWork()?.by?.interface !== 'system' && deadline?.limitMs !== 5000)
          seen.add(deadline === undefined ? 'none' : `${deadline.kind} ${deadline.limitMs}`);
        return send(...args);
      });
    connections.read = recording(connections.read.bind(connections));
    connections.write = recording(connections.write.bind(connections)) as typeof connections.write;
    connections.snapshot = recording(connections.snapshot.bind(connections)) as typeof connections.snapshot;
  });
  afterAll(() => app.close());

  const deadlinesOf = async (verb: Verb, path: string, body?: unknown, bearer?: string): Promise<readonly string[]> => {
    seen.clear();
    await app.call(verb, path, body, bearer);
    return [...seen];
  };

  it.each([
    // The search statement gets half of the deadline, the statements around it all of it.
    [
      'a public passport search',
      'GET',
      '/rest/V1/dpp/passports?searchCriteria',
      undefined,
      ['quote 22000', 'quote 11000'],
    ],
    [
      'a public passport search in a store view',
      'GET',
      '/rest/all/V1/dpp/passports?searchCriteria',
      undefined,
      ['quote 11000'],
    ],
    [
      'a GraphQL query',
      'POST',
      '/graphql',
      { query: '{dppPassports(searchCriteria: {}) {total_count}}' },
      ['quote 22000', 'quote 11000'],
    ],
    ['a sign-in', 'POST', '/rest/V1/integration/admin/token', { username: 'x', password: 'y' }, ['write 110000']],
  ] as const)('limit the statements of %s', async (_name, verb, path, body, expected) => {
    expect(await deadlinesOf(verb, path, body)).toEqual(expected);
  });

  it.each([
    ['a price', 'POST', '/rest/V1/pricing/get-final-price', { sku: 'A', qty: 1, customer_id: 1 }, 'quote 22000'],
    ['a search', 'GET', '/rest/V1/pricing/pricelist/search?searchCriteria', undefined, 'read 55000'],
    ['a write', 'POST', '/rest/V1/commerce/categories', { category: { name: 'C' } }, 'write 110000'],
    ['a lint', 'GET', '/rest/V1/pricing/lint', undefined, 'bulk 330000'],
    ['a bulk call', 'POST', '/rest/V1/pricing/customerprice/bulk', { records: [{ sku: 'A' }] }, 'bulk 330000'],
    // Its call is rejected, so nothing runs later.
    ['a list of deferred calls', 'POST', '/rest/async/bulk/V1/commerce/categories', [{}], 'bulk 330000'],
    ['a deletion by filter', 'DELETE', '/rest/V1/pricing/customerprice/bulk?confirm=1', undefined, 'bulk 330000'],
  ] as const)('limit the statements of %s', async (_name, verb, path, body, expected) => {
    expect(await deadlinesOf(verb, path, body, token)).toEqual([expected]);
  });
});
