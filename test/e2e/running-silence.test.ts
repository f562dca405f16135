import { describeOnMysql } from '../support/databases.js';
import { POOL, SilentDatabase, type Timed } from '../support/silent-database.js';

/** Enough for all that is answered, on a machine that is busy with other things. */
const DEADLINE_S = 8;
const LATE = /^The request took longer than its limit of \d+ s \(DEADLINE_(?:QUOTE|READ|WRITE)_S\)\./;
/** Searches without a token wait for one another before they wait for the database. */
const SEARCH_LATE = /^(The search took longer than \d+ s, |Too many anonymous searches )/;

const expectLate = ({ body, headers }: Timed): void => {
  expect(body.message).toMatch(new RegExp(`${LATE.source}|${SEARCH_LATE.source}`));
  expect(headers.get('retry-after')).toBe('1');
};

const statusesOf = (answers: readonly Timed[]): readonly number[] => answers.map(({ status }) => status);

/** Without a deadline each wait for a silent connection lasts as long as the system keeps it, which is minutes. */
describeOnMysql('connections to the database that fall silent', () => {
  let shop: SilentDatabase;

  beforeAll(async () => {
    const seconds = String(DEADLINE_S);
    const deadlines = { DEADLINE_QUOTE_S: seconds, DEADLINE_READ_S: seconds, DEADLINE_WRITE_S: seconds };
    shop = await SilentDatabase.open(deadlines);
  });
  afterAll(() => shop.close());

  it('one of eleven, whichever: one request at most waits for its deadline, and it is ready all the time', async () => {
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

  it('all of them: what is remembered is told after a second, and what waited says why it gave up', async () => {
    await shop.fill();
    shop.proxy.freeze();
    const { remembered: cached, searches, reads, writes } = await shop.round();
    // Prices come from memory; the version by a new connection, when the silent one had its second.
    expect(statusesOf(cached)).toEqual(Array(10).fill(200));
    const late = [...searches, ...reads, ...writes].filter(({ status }) => status !== 200);
    expect(late.length).toBeGreaterThan(0);
    for (const answer of late) expect(answer.status).toBe(503);
    late.forEach(expectLate);
    await shop.round();
    expect((await shop.ready()).status).toBe(200);
  });

  it('a database that hangs altogether: 503 at the deadline, not ready, and good again afterwards', async () => {
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

/** So that the file holds a test where no server is at hand; the run names what didn't run. */
describe('where no server is at hand', () => {
  it('nothing falls silent', () => expect(POOL).toBeGreaterThan(1));
});
