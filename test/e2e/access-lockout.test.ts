import { SignInRefused, TooManyRequests } from '../../libs/kernel/index.js';
import { HASHES_AT_ONCE, HASHES_PER_ADDRESS, HASHES_WAITING } from '../../src/access/application/passwords.js';
import { SYSTEM } from '../../src/access/domain/rights.js';
import { type OpenAccess, openAccess } from '../support/access.js';
import { type DatabaseKind, describeOnDatabases } from '../support/databases.js';

const RIGHT = 'the right password';

/** Access with one administrator and no checked hashes. */
const accessOfAda = async (kind: DatabaseKind): Promise<OpenAccess> => {
  const access = await openAccess(kind);
  await access.manage.createAdmin({ username: 'Ada', password: RIGHT });
  access.hashing.verified = [];
  return access;
};

describeOnDatabases('lockout (wire.md §6)', (kind) => {
  let access: OpenAccess;

  beforeEach(async () => {
    access = await accessOfAda(kind);
  });

  afterEach(() => access.close());

  /** Comes through a trusted proxy, whose address has no share, so every rejection comes from the lockout. */
  const trying = (password: string, address = 'home', username = 'ada'): Promise<string> =>
    access.signIn.admin({ username, password, address, isProxy: true });

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

  /** Stored failures of this user from all addresses. */
  const failuresOf = async (username: string): Promise<number> => {
    const account = await access.admins.byUsername(username);
    const [row] = await access.persistence.database.query<{ failures: number }>(
      "SELECT failures FROM sign_in_attempt WHERE subject = ? AND address = ''",
      [`admin:${account?.id ?? 0}`],
    );
    return row?.failures ?? 0;
  };

  it('locks this user at this address for 30 minutes after six failures in a row', async () => {
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

  it.each([
    ['unlocks the account', () => access.manage.unlockAdmin('ada')],
    ['sets another password', () => access.manage.setAdminPassword('ada', RIGHT)],
  ])('ends when the operator %s', async (_what, lift) => {
    expect(await outcome(trying(RIGHT, 'familiar'))).toBe('in');
    for (let address = 0; address < 12; address += 1) await fail(5, `swarm-${address}`);
    await fail(6);
    for (const address of ['home', 'new']) expect(await outcome(trying(RIGHT, address))).toBe('refused');
    await lift();
    for (const address of ['home', 'new']) expect(await outcome(trying(RIGHT, address))).toBe('in');
    expect(await failuresOf('ada')).toBe(0);
    // Addresses of earlier sign-ins stay known.
    for (let address = 0; address < 12; address += 1) await fail(5, `swarm-${address}`);
    expect(await outcome(trying(RIGHT, 'familiar'))).toBe('in');
  });

  it('treats other spellings of a name as the same user', async () => {
    for (const username of ['ada', 'ADA', 'Ada', 'aDa', 'adA', 'AdA']) await fail(1, 'home', username);
    expect(await outcome(trying(RIGHT))).toBe('refused');
  });

  it('allows only addresses of sign-ins in the last 30 days from the 60th failure on', async () => {
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

  it('counts exactly six of many concurrent wrong passwords', async () => {
    const refused = await Promise.all(Array.from({ length: 30 }, () => outcome(trying('wrong'))));
    expect(refused).toEqual(Array.from({ length: 30 }, () => 'refused'));
    expect(await failuresOf('ada')).toBe(6);
    expect(await outcome(trying(RIGHT))).toBe('refused');
  });

  it('counts every failure from many concurrent addresses', async () => {
    await Promise.all(Array.from({ length: 30 }, (_, address) => outcome(trying('wrong', `swarm-${address}`))));
    expect(await failuresOf('ada')).toBe(30);
  });

  it('does not count concurrent sign-ins with the right password', async () => {
    expect(await Promise.all(Array.from({ length: 20 }, () => outcome(trying(RIGHT))))).toEqual(
      Array.from({ length: 20 }, () => 'in'),
    );
    expect(await failuresOf('ada')).toBe(0);
  });

  it('checks one hash per attempt for known, unknown and inactive names', async () => {
    await access.manage.createAdmin({ username: 'Eve', password: RIGHT });
    await access.manage.deactivateAdmin('eve');
    await fail(1);
    expect(await outcome(trying(RIGHT, 'home', 'eve'))).toBe('refused');
    expect(await outcome(trying('the password of no account', 'home', 'stranger'))).toBe('refused');
    expect(access.hashing.verified).toHaveLength(3);
    expect(access.hashing.pretended).toBe(0);
  });

  it.each(['ada', 'stranger'])('rejects a locked attempt of %s without a check, but no faster', async (username) => {
    await fail(6, 'home', username);
    access.hashing.verified = [];
    expect(await outcome(trying(RIGHT, 'home', username))).toBe('refused');
    expect(access.hashing.verified).toHaveLength(0);
    expect(access.hashing.pretended).toBe(1);
    access.clock.pass({ minutes: 30 });
    expect(await outcome(trying('wrong', 'home', username))).toBe('refused');
    expect(access.hashing.verified).toHaveLength(1);
  });

  it('rejects a locked attempt without waiting for other checks', async () => {
    await fail(6);
    const release = access.hashing.hold();
    const room = HASHES_AT_ONCE + HASHES_WAITING;
    const others = Array.from({ length: room }, (_, address) => outcome(trying('wrong', `swarm-${address}`, 'eve')));
    expect(await outcome(trying(RIGHT))).toBe('refused');
    release();
    await Promise.all(others);
  });

  it('stores few rows for unknown names and deletes old rows', async () => {
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

  it('rejects attempts beyond 2 running and 32 waiting checks without counting them', async () => {
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

describeOnDatabases('the share of checks per address (access.md, "Signing in")', (kind) => {
  let access: OpenAccess;

  beforeEach(async () => {
    access = await accessOfAda(kind);
  });

  afterEach(() => access.close());

  const trying = (password: string, address: string, username = 'ada', isProxy = false): Promise<string> =>
    access.signIn.admin({ username, password, address, isProxy });

  const outcome = async (attempt: Promise<string>): Promise<'in' | 'refused' | 'too many'> => {
    try {
      await attempt;
      return 'in';
    } catch (error) {
      if (error instanceof TooManyRequests) return 'too many';
      if (error instanceof SignInRefused) return 'refused';
      throw error;
    }
  };

  const counted = async (attempts: readonly Promise<'in' | 'refused' | 'too many'>[]) => {
    const counts = { in: 0, refused: 0, 'too many': 0 };
    for (const one of await Promise.all(attempts)) counts[one] += 1;
    return counts;
  };

  /** Starts attempts while checks are on hold; resolves once all those above the limit are rejected. */
  const attacking = async (times: number, addressOf: (index: number) => string) => {
    let turnedAway = 0;
    let attempts: readonly Promise<'in' | 'refused' | 'too many'>[] = [];
    await new Promise<void>((full) => {
      attempts = Array.from({ length: times }, async (_, index) => {
        const became = await outcome(trying('wrong', addressOf(index), `name ${index}`));
        if (became === 'too many') turnedAway += 1;
        if (turnedAway === times - HASHES_PER_ADDRESS) full();
        return became;
      });
    });
    return attempts;
  };

  it('is a quarter: 8 of 60 concurrent attempts are checked, and others still sign in', async () => {
    const release = access.hashing.hold();
    const attacks = await attacking(60, () => '203.0.113.66');
    const others = Array.from({ length: 20 }, (_, host) => outcome(trying(RIGHT, `198.51.100.${host}`)));
    release();
    expect(await counted(attacks)).toEqual({ in: 0, refused: HASHES_PER_ADDRESS, 'too many': 60 - HASHES_PER_ADDRESS });
    expect(await counted(others)).toEqual({ in: 20, refused: 0, 'too many': 0 });
  });

  it('is shared by the whole network of an IPv6 address', async () => {
    const release = access.hashing.hold();
    const attacks = await attacking(HASHES_AT_ONCE + HASHES_WAITING + 6, (host) => `2001:db8::${host}`);
    release();
    expect((await counted(attacks)).refused).toBe(HASHES_PER_ADDRESS);
  });

  it('does not apply to a TRUST_PROXY proxy, whose users share only the total limit', async () => {
    const room = HASHES_AT_ONCE + HASHES_WAITING;
    const release = access.hashing.hold();
    let turnedAway = 0;
    let customers: readonly Promise<'in' | 'refused' | 'too many'>[] = [];
    await new Promise<void>((full) => {
      customers = Array.from({ length: room + 10 }, async () => {
        const became = await outcome(trying(RIGHT, '10.0.0.1', 'ada', true));
        if (became === 'too many') turnedAway += 1;
        if (turnedAway === 10) full();
        return became;
      });
    });
    // Gives further attempts time to be rejected.
    for (let turn = 0; turn < 100; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    release();
    expect(await counted(customers)).toEqual({ in: room, refused: 0, 'too many': 10 });
  });

  it("does not limit a proxy's failures per second", async () => {
    for (let name = 0; name < 20; name += 1)
      expect(await outcome(trying('wrong', '10.0.0.1', `name ${name}`, true))).toBe('refused');
  });

  it('allows five failures per second, whatever the names, without affecting other addresses', async () => {
    const failing = (times: number) =>
      Promise.all(Array.from({ length: times }, (_, name) => outcome(trying('wrong', 'home', `name ${name}`))));
    expect(await failing(5)).toEqual(Array.from({ length: 5 }, () => 'refused'));
    expect(await outcome(trying('wrong', 'home', 'another'))).toBe('too many');
    expect(await outcome(trying(RIGHT, 'home'))).toBe('too many');
    expect(access.hashing.verified).toHaveLength(5);
    expect(await outcome(trying(RIGHT, 'office'))).toBe('in');
    access.clock.pass({ seconds: 1 });
    expect(await failing(5)).toEqual(Array.from({ length: 5 }, () => 'refused'));
    expect(await outcome(trying('wrong', 'home', 'another'))).toBe('too many');
  });

  it('is not used up by sign-ins with the right password', async () => {
    for (let count = 0; count < 20; count += 1) expect(await outcome(trying(RIGHT, 'home'))).toBe('in');
  });

  it('counts locked attempts as failures', async () => {
    for (let count = 0; count < 6; count += 1) {
      expect(await outcome(trying('wrong', 'home'))).toBe('refused');
      access.clock.pass({ seconds: 1 });
    }
    for (let count = 0; count < 5; count += 1) expect(await outcome(trying(RIGHT, 'home'))).toBe('refused');
    expect(access.hashing.verified).toHaveLength(6);
    expect(await outcome(trying(RIGHT, 'home'))).toBe('too many');
  });

  it('reports rejections and lockouts as events, with the account but without the typed name', async () => {
    for (let count = 0; count < 6; count += 1) {
      await outcome(trying('wrong', 'home'));
      access.clock.pass({ seconds: 1 });
    }
    await outcome(trying('wrong', 'home', 'a password typed as a name'));
    const { id } = (await access.admins.byUsername('ada')) ?? {};
    expect(access.events.of('sign_in_refused')).toEqual([
      ...Array.from({ length: 6 }, () => ({ account: `admin:${id}` })),
      {},
    ]);
    expect(access.events.of('locked_out')).toEqual([{ account: `admin:${id}` }]);
  });
});

describeOnDatabases('expired sign-in attempts (access.md, "Signing in")', (kind) => {
  let access: OpenAccess;

  beforeEach(async () => {
    access = await openAccess(kind);
  });

  afterEach(() => access.close());

  const failing = (username: string, address: string): Promise<unknown> =>
    access.signIn.admin({ username, password: 'wrong', address, isProxy: true }).catch(() => undefined);

  const cached = async (): Promise<readonly string[]> =>
    (
      await access.persistence.database.query<{ address: string }>(
        "SELECT address FROM sign_in_attempt WHERE address <> '' ORDER BY address",
      )
    ).map(({ address }) => address);

  it('are deleted 30 days after the last attempt, even if others sign in meanwhile', async () => {
    await access.manage.createAdmin({ username: 'ada', password: RIGHT });
    await failing('ada', 'home');
    await failing('nobody', 'street');
    access.clock.pass({ days: 29 });
    await failing('ada', 'office');
    await access.forget.old();
    expect(await cached()).toEqual(['home', 'office', 'street']);
    access.clock.pass({ days: 1, seconds: 1 });
    await access.forget.old();
    expect(await cached()).toEqual(['office']);
    access.clock.pass({ days: 30 });
    await access.forget.old();
    expect(await access.persistence.database.query('SELECT subject FROM sign_in_attempt')).toEqual([]);
  });

  it('are deleted in batches after a flood', async () => {
    const { database, transactions } = access.persistence;
    // More rows share a time than one batch deletes.
    const seen = (second: number): string =>
      new Date(Date.UTC(2026, 0, 1) + Math.floor(second / 700) * 1000).toISOString();
    await transactions.write(async () => {
      for (let part = 0; part < 4; part += 1) {
        const rows = Array.from(
          { length: 500 },
          (_, row) => `('admin:?1', 'a${part}-${row}', 1, '${seen(part * 500 + row)}')`,
        );
        await database.run(
          `INSERT INTO sign_in_attempt (subject, address, failures, seen_at) VALUES ${rows.join(', ')}`,
        );
      }
    });
    await failing('nobody', 'now');
    await access.forget.old();
    expect(await cached()).toEqual(['now']);
  });

  it('are deleted together with the account', async () => {
    const { id } = await access.manage.createAdmin({ username: 'ada', password: RIGHT });
    await access.manage.createAdmin({ username: 'eve', password: RIGHT });
    await failing('ada', 'home');
    await failing('eve', 'office');
    await access.administrators.as(SYSTEM).remove(id);
    expect(await cached()).toEqual(['office']);
  });
});
