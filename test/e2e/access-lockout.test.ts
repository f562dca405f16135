import { SignInRefused, TooManyRequests } from '../../libs/kernel/index.js';
import { HASHES_AT_ONCE, HASHES_WAITING } from '../../src/access/application/passwords.js';
import { type OpenAccess, openAccess } from '../support/access.js';
import { describeOnDatabases } from '../support/databases.js';

const RIGHT = 'the right password';

describeOnDatabases('lockout (wire.md §6)', (kind) => {
  let access: OpenAccess;

  beforeEach(async () => {
    access = await openAccess(kind);
    await access.manage.createAdmin({ username: 'Ada', password: RIGHT });
    access.hashing.verified = [];
  });

  afterEach(() => access.close());

  const trying = (password: string, address = 'home', username = 'ada'): Promise<string> =>
    access.signIn.admin({ username, password, address });

  const outcome = async (attempt: Promise<string>): Promise<'in' | 'refused'> => {
    try {
      await attempt;
      return 'in';
    } catch (error) {
      expect(error).toBeInstanceOf(SignInRefused);
      return 'refused';
    }
  };

  const fail = async (times: number, address = 'home', username = 'ada'): Promise<void> => {
    for (let count = 0; count < times; count += 1)
      expect(await outcome(trying('wrong', address, username))).toBe('refused');
  };

  /** What the database remembers of this user from everywhere. */
  const failuresOf = async (username: string): Promise<number> => {
    const account = await access.admins.byUsername(username);
    const [row] = await access.persistence.database.query<{ failures: number }>(
      "SELECT failures FROM sign_in_attempt WHERE subject = ? AND address = ''",
      [`admin:${account?.id ?? 0}`],
    );
    return row?.failures ?? 0;
  };

  it('locks at the sixth failure in a row, for 30 minutes, this user at this address alone', async () => {
    await access.manage.createAdmin({ username: 'Eve', password: RIGHT });
    await fail(5);
    expect(await outcome(trying(RIGHT))).toBe('in');
    await fail(6);
    expect(await outcome(trying(RIGHT))).toBe('refused');
    expect(await outcome(trying(RIGHT, 'office'))).toBe('in');
    expect(await outcome(trying(RIGHT, 'home', 'eve'))).toBe('in');
    access.clock.pass({ minutes: 29 });
    expect(await outcome(trying(RIGHT))).toBe('refused');
    access.clock.pass({ minutes: 1 });
    expect(await outcome(trying(RIGHT))).toBe('in');
  });

  it('another spelling of the name is the same user', async () => {
    for (const username of ['ada', 'ADA', 'Ada', 'aDa', 'adA', 'AdA']) await fail(1, 'home', username);
    expect(await outcome(trying(RIGHT))).toBe('refused');
  });

  it('from the 60th failure on only addresses where the user signed in within 30 days may try', async () => {
    expect(await outcome(trying(RIGHT, 'long ago'))).toBe('in');
    access.clock.pass({ days: 31 });
    expect(await outcome(trying(RIGHT, 'familiar'))).toBe('in');
    for (let address = 0; address < 12; address += 1) await fail(5, `swarm-${address}`);
    expect(await outcome(trying(RIGHT, 'new'))).toBe('refused');
    expect(await outcome(trying(RIGHT, 'long ago'))).toBe('refused');
    expect(await outcome(trying(RIGHT, 'familiar'))).toBe('in');
    expect(await outcome(trying(RIGHT, 'new'))).toBe('refused');
    access.clock.pass({ minutes: 30 });
    expect(await outcome(trying(RIGHT, 'new'))).toBe('in');
  });

  it('of wrong passwords sent at once exactly six count', async () => {
    const refused = await Promise.all(Array.from({ length: 30 }, () => outcome(trying('wrong'))));
    expect(refused).toEqual(Array.from({ length: 30 }, () => 'refused'));
    expect(await failuresOf('ada')).toBe(6);
    expect(await outcome(trying(RIGHT))).toBe('refused');
  });

  it('of failures from many addresses at once none is lost', async () => {
    await Promise.all(Array.from({ length: 30 }, (_, address) => outcome(trying('wrong', `swarm-${address}`))));
    expect(await failuresOf('ada')).toBe(30);
  });

  it('the right password sent many times at once locks nobody out', async () => {
    expect(await Promise.all(Array.from({ length: 20 }, () => outcome(trying(RIGHT))))).toEqual(
      Array.from({ length: 20 }, () => 'in'),
    );
    expect(await failuresOf('ada')).toBe(0);
  });

  it('a hash is checked once, for a known, an unknown, an inactive and a locked name alike', async () => {
    await access.manage.createAdmin({ username: 'Eve', password: RIGHT });
    await access.manage.deactivateAdmin('eve');
    await fail(7);
    expect(access.hashing.verified).toHaveLength(7);
    expect(await outcome(trying(RIGHT, 'home', 'eve'))).toBe('refused');
    expect(await outcome(trying('nobody has this password', 'home', 'stranger'))).toBe('refused');
    expect(access.hashing.verified).toHaveLength(9);
  });

  it('names that nobody has leave few rows, and what is old is forgotten', async () => {
    for (let count = 0; count < 40; count += 1) await fail(1, 'home', `stranger ${count % 4}`);
    await fail(1, 'elsewhere');
    access.clock.pass({ days: 31 });
    await fail(1, 'home');
    const rows = await access.persistence.database.query<{ subject: string; address: string }>(
      'SELECT subject, address FROM sign_in_attempt',
    );
    expect(rows.filter(({ subject }) => subject.includes('?')).length).toBeLessThanOrEqual(8);
    expect(
      rows
        .filter(({ subject }) => !subject.includes('?'))
        .map(({ address }) => address)
        .sort(),
    ).toEqual(['', 'home']);
  });

  it('more at once than two checks and 32 waiting are turned away, and count for nothing', async () => {
    const room = HASHES_AT_ONCE + HASHES_WAITING;
    const release = access.hashing.hold();
    let turnedAway = 0;
    let attempts: readonly Promise<unknown>[] = [];
    await new Promise<void>((full) => {
      attempts = Array.from({ length: room + 10 }, (_, address) =>
        trying('wrong', `swarm-${address}`).catch((error: unknown) => {
          if (error instanceof TooManyRequests) turnedAway += 1;
          if (turnedAway === 10) full();
        }),
      );
    });
    expect(access.hashing.verified).toHaveLength(HASHES_AT_ONCE);
    release();
    await Promise.all(attempts);
    expect(turnedAway).toBe(10);
    expect(await failuresOf('ada')).toBe(room);
  });
});
