import { describeOnMysql } from '../support/databases.js';
import { StoppedWriter } from '../support/stopped-writer.js';
import { until } from '../support/until.js';

const WRITERS = 20;
/** While nobody can write. */
const QUOTES = 5;

describeOnMysql('a process that is stopped amid writes', () => {
  let shop: StoppedWriter;

  beforeAll(async () => (shop = await StoppedWriter.start()));
  afterAll(() => shop.end());

  it('holds up the writers of others until its transaction is taken back, and their prices and readiness not at all', async () => {
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
    // Else it held nothing, and this showed nothing.
    expect(isWritten).toBe(false);
    // It still stands still.
    await Promise.all(writers);
    shop.goOn();
    expect([...statuses].filter((status) => status !== 200 && status !== 503)).toEqual([]);
    // It goes on as well.
    await until(async () => (await shop.write(stopped)) === 200);
  });
});

/** So that the file holds a test where no server is at hand; the run names what didn't run. */
describe('where no server is at hand', () => {
  it('nothing is stopped', () => expect(WRITERS).toBeGreaterThan(QUOTES));
});
