import { describeOnMysql } from '../support/databases.js';
import { StoppedWriter } from '../support/stopped-writer.js';
import { until } from '../support/until.js';

const WRITERS = 20;
/** Price requests while all writers are blocked. */
const QUOTES = 5;

describeOnMysql('a process that is suspended during a write', () => {
  let shop: StoppedWriter;

  beforeAll(async () => (shop = await StoppedWriter.start()));
  afterAll(() => shop.end());

  it('blocks other writers until its transaction is rolled back, but never blocks reads', async () => {
    await shop.stop();
    const { stopped, other } = shop;
    let isWritten = false;
    const statuses = new Set<number>();
    const writers = Array.from({ length: WRITERS }, async () => {
      while (!isWritten) {
        const status = await shop.write(other);
        statuses.add(status);
        if (status === 200) isWritten = true;
      }
    });
    for (let quotes = 0; quotes < QUOTES; quotes += 1) {
      expect(await shop.quote(other)).toBe(200);
      expect(await other.status('GET', '/health/ready')).toBe(200);
    }
    // Otherwise the suspended process blocks nothing, and the test proves nothing.
    expect(isWritten).toBe(false);
    // The process is still suspended.
    await Promise.all(writers);
    shop.goOn();
    expect([...statuses].filter((status) => status !== 200 && status !== 503)).toEqual([]);
    // The suspended process continues as well.
    await until(async () => (await shop.write(stopped)) === 200);
  });
});

/** Without a database server the file would have no test, and would fail. The run reports what it skips. */
describe('tests of suspended processes', () => {
  it('require a database server', () => expect(WRITERS).toBeGreaterThan(QUOTES));
});
