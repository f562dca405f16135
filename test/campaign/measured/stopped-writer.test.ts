import { describeOnMysql } from '../../support/databases.js';
import { StoppedWriter } from '../../support/stopped-writer.js';
import { tell } from './reference.js';

/** `idle_transaction_timeout` is 10 s. The share adds the time that MariaDB needs to enforce it. */
const [IDLE_MS, WRITES_AGAIN_SHARE] = [10_000, 1.3];
/** Maximum response time of a price while writes are blocked, as a share of that time. */
const QUOTE_SHARE = 0.1;

describeOnMysql('a process that is stopped during writes', () => {
  let shop: StoppedWriter;
  beforeAll(async () => (shop = await StoppedWriter.start()));
  afterAll(() => shop.end());

  it('blocks the writes of other processes for 12 s, but not their prices', async () => {
    await shop.stop();
    const began = performance.now();
    let writesAgainMs = 0;
    const writers = Array.from({ length: 20 }, async () => {
      while (writesAgainMs === 0)
        if ((await shop.write(shop.other)) === 200) writesAgainMs ||= performance.now() - began;
    });
    let longestMs = 0;
    while (writesAgainMs === 0) {
      const asked = performance.now();
      expect(await shop.quote(shop.other)).toBe(200);
      longestMs = Math.max(longestMs, performance.now() - asked);
    }
    await Promise.all(writers);
    shop.goOn();
    tell('time without a write, as a share of idle_transaction_timeout', writesAgainMs / IDLE_MS, WRITES_AGAIN_SHARE);
    tell('the longest wait for a price, as a share of that time', longestMs / writesAgainMs, QUOTE_SHARE);
    expect(writesAgainMs / IDLE_MS).toBeLessThan(WRITES_AGAIN_SHARE);
    expect(longestMs / writesAgainMs).toBeLessThan(QUOTE_SHARE);
  });
});

describe('a process that is stopped, without a MariaDB server', () => {
  it('is not tested', () => expect(IDLE_MS).toBeGreaterThan(0));
});
