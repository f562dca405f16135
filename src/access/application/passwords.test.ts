import { type Origin, TooManyRequests, withRequestContext } from '../../../libs/kernel/index.js';
import { PasswordHashing } from '../ports/secrets.js';
import { HASHES_AT_ONCE, HASHES_PER_ADDRESS, HASHES_WAITING, Passwords } from './passwords.js';

/** Hashing that blocks until the test calls release(). */
class HeldHashing extends PasswordHashing {
  release: () => void = () => undefined;
  private readonly gate = new Promise<void>((resolve) => (this.release = resolve));

  async hash(password: string): Promise<string> {
    await this.gate;
    return `hash of ${password}`;
  }

  verify(): Promise<boolean> {
    return Promise.resolve(false);
  }

  pretend(): Promise<void> {
    return Promise.resolve();
  }
}

const from = (address: string, isProxy = false): Origin => ({
  address,
  isProxy,
  requestId: undefined,
  caller: undefined,
  operation: 'PUT /rest/V1/access/me/password',
});

/** Sets this many passwords at once and returns how many were hashed; the others fail with TooManyRequests. */
const hashed = async (times: number, originOf: (index: number) => Origin | undefined): Promise<number> => {
  const hashing = new HeldHashing();
  const passwords = new Passwords(hashing);
  const setting = Promise.allSettled(
    Array.from({ length: times }, (_, index) => {
      const origin = originOf(index);
      const hash = () => passwords.hash(`password ${index}`);
      return withRequestContext({ deadline: undefined, origin }, hash);
    }),
  );
  hashing.release();
  const outcomes = await setting;
  for (const one of outcomes) if (one.status === 'rejected') expect(one.reason).toBeInstanceOf(TooManyRequests);
  return outcomes.filter(({ status }) => status === 'fulfilled').length;
};

const ROOM = HASHES_AT_ONCE + HASHES_WAITING;

describe('concurrent password changes (access.md, "Passwords")', () => {
  it.each<[string, (index: number) => Origin | undefined, number]>([
    ['from one address may use a quarter of the queue', () => from('203.0.113.7'), HASHES_PER_ADDRESS],
    ['from one IPv6 network may use a quarter of the queue', (index) => from(`2001:db8::${index}`), HASHES_PER_ADDRESS],
    ['from many addresses may use the whole queue', (index) => from(`203.0.113.${index}`), ROOM],
    ['from a proxy of TRUST_PROXY may use the whole queue', () => from('10.0.0.1', true), ROOM],
    ['by the operator may use the whole queue', () => undefined, ROOM],
  ])('%s', async (_, originOf, expected) => {
    expect(await hashed(ROOM, originOf)).toBe(expected);
  });

  it('from one address may use eight places', () => {
    expect(HASHES_PER_ADDRESS).toBe(8);
  });
});
