import { type Origin, TooManyRequests, withRequestContext } from '../../../libs/kernel/index.js';
import { PasswordHashing } from '../ports/secrets.js';
import { HASHES_AT_ONCE, HASHES_PER_ADDRESS, HASHES_WAITING, Passwords } from './passwords.js';

/** Work that goes on when the test says so. */
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

/** How many of so many new passwords, sent at once, are hashed; the others are too many. */
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

describe('new passwords that are hashed go on the share of their address (access.md, "Passwords")', () => {
  it.each<[string, (index: number) => Origin | undefined, number]>([
    ['one address: a quarter', () => from('203.0.113.7'), HASHES_PER_ADDRESS],
    ['the network of an IPv6 address: a quarter', (index) => from(`2001:db8::${index}`), HASHES_PER_ADDRESS],
    ['many addresses: all', (index) => from(`203.0.113.${index}`), ROOM],
    ['a proxy of TRUST_PROXY: all', () => from('10.0.0.1', true), ROOM],
    ['the operator: all', () => undefined, ROOM],
  ])('%s', async (_, originOf, expected) => {
    expect(await hashed(ROOM, originOf)).toBe(expected);
  });

  it('a quarter is eight', () => {
    expect(HASHES_PER_ADDRESS).toBe(8);
  });
});
