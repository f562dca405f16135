import { describeOnMysql } from '../support/databases.js';
import { POOL, SilentDatabase, type Timed } from '../support/silent-database.js';

/** Long enough for every request that can be answered, even on a busy machine. */
const DEADLINE_S = 8;
const LATE = /^The request took longer than its limit of \d+ s \(DEADLINE_(?:QUOTE|READ|WRITE)_S\)\./;
/** Anonymous searches wait for one another before they wait for the database. */
const SEARCH_LATE = /^(The search took longer than \d+ s, |Too many anonymous searches )/;

const expectLate = ({ body, headers }: Timed): void => {
  expect(body.message).toMatch(new RegExp(`${LATE.source}|${SEARCH_LATE.source}`));
  expect(headers.get('retry-after')).toBe('1');
};

const statusesOf = (answers: readonly Timed[]): readonly number[] => answers.map(({ status }) => status);

/** Without a deadline, a request would wait for minutes, until the system closes the silent connection. */
describeOnMysql('database connections that stop responding', () => {
  let shop: SilentDatabase;

  beforeAll(async () => {
    const seconds = String(DEADLINE_S);
    const deadlines = { DEADLINE_QUOTE_S: seconds, DEADLINE_READ_S: seconds, DEADLINE_WRITE_S: seconds };
    shop = await SilentDatabase.open(deadlines);
  });
  afterAll(() => shop.close());

  it('delay at most one request if one of eleven hangs, and the server stays ready', async () => {
    for (let frozen = 0; frozen < 3; frozen += 1) {
      await shop.fill();
      shop.proxy.freeze(1);
      const { remembered: cached, searches, reads, writes, health } = await shop.round();
      const late = [...cached, ...searches, ...reads, ...writes].filter(({ status }) => status !== 200);
      expect(late.length).toBeLessThanOrEqual(1);
      late.forEach(expectLate);
      expect(health.status).toBe(200);
    }
  });

  it('still allow cached prices if all hang, while other requests return 503 with the reason', async () => {
    await shop.fill();
    shop.proxy.freeze();
    const { remembered: cached, searches, reads, writes } = await shop.round();
    // Prices are cached. Their version is read over a new connection after a second without a response.
    expect(statusesOf(cached)).toEqual(Array(10).fill(200));
    const late = [...searches, ...reads, ...writes].filter(({ status }) => status !== 200);
    expect(late.length).toBeGreaterThan(0);
    for (const answer of late) expect(answer.status).toBe(503);
    late.forEach(expectLate);
    await shop.round();
    expect((await shop.ready()).status).toBe(200);
  });

  it('cause 503 and failed readiness while the whole database hangs, and then recover', async () => {
    await shop.fill();
    shop.proxy.hang();
    const { remembered: cached, searches, reads, writes, health } = await shop.round();
    for (const { status } of [...cached, ...searches, ...reads, ...writes, health]) expect(status).toBe(503);
    shop.proxy.goOn();
    const asks = [
      () => shop.quote(),
      () => shop.searchPassports(),
      () => shop.read(),
      () => shop.write(),
      () => shop.ready(),
    ];
    for (const ask of asks)
      for (let tries = 0; (await ask()).status !== 200; tries += 1) expect(tries).toBeLessThan(2 * POOL);
  });
});

/** Without a database server the file would have no test, and would fail. The run reports what it skips. */
describe('tests of silent database connections', () => {
  it('require a database server', () => expect(POOL).toBeGreaterThan(1));
});
