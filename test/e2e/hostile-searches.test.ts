import { Transactions } from '../../libs/kernel/index.js';
import { Database } from '../../libs/database/index.js';
import { type Answer, startApp, type TestApp } from '../support/app.js';
import { describeOnDatabases } from '../support/databases.js';
import { Shop } from '../support/shop.js';
import { measures, slowness } from '../support/measured.js';

measures();

const DOCUMENTS = 60_000;
const DIGITS = Array.from({ length: 10 }, (_, digit) => `SELECT ${digit} AS n`).join(' UNION ALL ');
/** What the victim may wait at most, of an answer and of a write (docs/security.md, "Searches"). */
const ANSWER_MS = 1_000;
const WRITE_MS = 3_000;

/** As many filters as a search may have, none of them served by an index: alternatives that nothing meets. */
const costly = Array.from({ length: 50 }, (_, at) => {
  const filter = `searchCriteria[filter_groups][0][filters][${at}]`;
  return `${filter}[field]=name&${filter}[condition_type]=like&${filter}[value]=%25x%25y${at}%25z%25`;
}).join('&');

describeOnDatabases('a victim beside hostile searches (docs/security.md, "Searches")', (database) => {
  let app: TestApp;
  let sku: string;
  let token: string;

  beforeAll(async () => {
    app = await startApp({ database, settings: { DATABASE_POOL: '3' } });
    sku = await new Shop(app).product({ price: 10 });
    token = await app.adminToken();
    await app.get<Transactions>(Transactions).write(() =>
      app.get<Database>(Database).run(
        `INSERT INTO document (name, is_external, external_url, is_public, website_id, show_in_sidebar, created_at, updated_at)
         SELECT 'a document that says what is in the box and how it is put together', 1, 'https://docs.example', 1, 0, 0,
           '2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00.000Z'
         FROM (${DIGITS}) a, (${DIGITS}) b, (${DIGITS}) c, (${DIGITS}) d, (${DIGITS}) e
         WHERE e.n < ${DOCUMENTS / 10_000}`,
      ),
    );
  });
  afterAll(() => app.close());

  /** Asks prices, reads, searches by a key and writes, over and over; tells the longest wait of each. */
  const victim = async (isOver: () => boolean) => {
    const longest = { quote: 0, read: 0, search: 0, write: 0 };
    let rounds = 0;
    const timed = async (what: keyof typeof longest, ask: () => Promise<Answer>): Promise<void> => {
      const began = performance.now();
      const { status, text } = await ask();
      longest[what] = Math.max(longest[what], performance.now() - began);
      if (status !== 200) throw new Error(`the victim's ${what}: ${status} ${text}`);
    };
    while (!isOver() || rounds < 3) {
      rounds += 1;
      const items = [{ sku, qty: 1 }];
      await timed('quote', () => app.call('POST', '/rest/V1/pricing/context/get-multi-price', { items }));
      await timed('read', () => app.call('GET', '/rest/V1/commerce/websites/1', undefined, token));
      await timed('search', () =>
        app.call(
          'GET',
          `/rest/V1/commerce/products/search?searchCriteria[filter_groups][0][filters][0][field]=name&searchCriteria[filter_groups][0][filters][0][value]=${rounds}`,
          undefined,
          token,
        ),
      );
      const category = { name: `Written in round ${rounds}` };
      await timed('write', () => app.call('POST', '/rest/V1/commerce/categories', { category }, token));
    }
    return longest;
  };

  /** The attack, with the victim beside it until it is over. */
  const beside = async (attack: () => Promise<readonly Answer[]>) => {
    let over = false;
    const waits = victim(() => over);
    const answers = await attack().finally(() => (over = true));
    return { answers, waits: await waits };
  };

  const expectUnharmed = ({ quote, read, search, write }: Awaited<ReturnType<typeof victim>>): void => {
    expect(Math.max(quote, read, search)).toBeLessThan(ANSWER_MS * slowness());
    expect(write).toBeLessThan(WRITE_MS * slowness());
  };

  it('39 aliases that share a variable with 900 filters are refused, and nobody waits', async () => {
    const aliases = Array.from({ length: 39 }, (_, at) => `a${at}: dppPassports(searchCriteria: $c) { total_count }`);
    const filter = { field: 'product_name', value: '%a%b%c%', condition_type: 'like' };
    const body = {
      query: `query ($c: DppSearchCriteriaInput) { ${aliases.join(' ')} }`,
      variables: { c: { filter_groups: Array.from({ length: 900 }, () => ({ filters: [filter] })) } },
    };
    expect(JSON.stringify(body).length).toBeGreaterThan(64 * 1024);
    const { answers, waits } = await beside(() =>
      Promise.all(Array.from({ length: 8 }, () => app.call('POST', '/graphql', body))),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(400));
    expectUnharmed(waits);
  });

  it('anonymous searches within the budget wait in a lane of their own; beyond nine they are 503', async () => {
    const { answers, waits } = await beside(() =>
      Promise.all(
        Array.from({ length: 24 }, () => app.call('GET', `/rest/V1/customerdocuments/public/search?${costly}`)),
      ),
    );
    const crowded = answers.filter(({ status }) => status === 503);
    expect(answers.every(({ status }) => status === 200 || status === 503)).toBe(true);
    expect(crowded.length).toBeGreaterThanOrEqual(24 - 9);
    for (const { headers } of crowded) expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    expectUnharmed(waits);
  });

  it('searches of who is signed in hold up no others', async () => {
    const { answers, waits } = await beside(() =>
      Promise.all([1, 2].map(() => app.call('GET', `/rest/V1/customerdocuments/search?${costly}`, undefined, token))),
    );
    expect(answers.every(({ status }) => status === 200 || status === 503)).toBe(true);
    expectUnharmed(waits);
  });
});

describeOnDatabases('a search beyond its deadline', (database) => {
  // Names that nearly meet each filter, so that comparing them takes seconds on any machine.
  it('is 503, which says that it took too long and what to do', async () => {
    const slow = await startApp({ database, settings: { DEADLINE_READ_S: '1' } });
    try {
      await slow.get<Transactions>(Transactions).write(() =>
        slow.get<Database>(Database).run(
          `INSERT INTO category (name) SELECT '${'xy'.repeat(30)}'
           FROM (${DIGITS}) a, (${DIGITS}) b, (${DIGITS}) c, (${DIGITS}) d, (${DIGITS}) e, (SELECT 1 AS n UNION ALL SELECT 2) f`,
        ),
      );
      const answer = await slow.call(
        'GET',
        `/rest/V1/commerce/categories/search?${costly}`,
        undefined,
        await slow.adminToken(),
      );
      expect([answer.status, answer.body.message]).toEqual([
        503,
        expect.stringMatching(/took too long.*Filter by|took longer than its limit of 1 s.*Request less/),
      ]);
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
      expect((await slow.call('GET', '/health/ready')).status).toBe(200);
    } finally {
      await slow.close();
    }
  });
});
