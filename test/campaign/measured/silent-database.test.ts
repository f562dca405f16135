import { describeOnMysql } from '../../support/databases.js';
import { SilentDatabase, type Timed } from '../../support/silent-database.js';
import { tell } from './reference.js';

/** The default deadlines. */
const DEADLINES_S = { quote: 2, read: 5, write: 10 };
/** Maximum response time as a share of the deadline. It includes the request's own work. */
const WAIT_SHARE = 1.5;

describeOnMysql('silent database connections', () => {
  let shop: SilentDatabase;

  beforeAll(async () => {
    shop = await SilentDatabase.open({
      DEADLINE_QUOTE_S: String(DEADLINES_S.quote),
      DEADLINE_READ_S: String(DEADLINES_S.read),
      DEADLINE_WRITE_S: String(DEADLINES_S.write),
    });
  });
  afterAll(() => shop.close());

  const expectInTime = async (what: string): Promise<void> => {
    const { remembered: cached, searches, reads, writes, health } = await shop.round();
    const share = (answers: readonly Timed[], deadlineS: number): number =>
      Math.max(...answers.map(({ ms }) => ms)) / (1000 * deadlineS);
    const longest = Math.max(
      share([...cached, ...searches, health], DEADLINES_S.quote),
      share(reads, DEADLINES_S.read),
      share(writes, DEADLINES_S.write),
    );
    tell(`${what}: the longest wait, as a share of its deadline`, longest, WAIT_SHARE);
    expect(longest).toBeLessThan(WAIT_SHARE);
  };

  it('delay no caller beyond the deadline, whether one, all or the database is silent', async () => {
    await shop.fill();
    shop.proxy.freeze(1);
    await expectInTime('one of eleven');
    await shop.fill();
    shop.proxy.freeze();
    await expectInTime('all of them');
    await shop.fill();
    shop.proxy.hang();
    await expectInTime('the database');
    shop.proxy.goOn();
  });
});

describe('silent database connections without a MariaDB server', () => {
  it('are not tested', () => expect(WAIT_SHARE).toBeGreaterThan(1));
});
