import { isLockedOut, evaluateAttempt, NO_ATTEMPTS, type Standing, subjectOf } from './lockout.js';

const START = new Date('2026-03-01T12:00:00.000Z');
const at = (minutes: number): Date => new Date(START.getTime() + minutes * 60_000);
const DAY = 24 * 60;

/** Attempt counters of one user, per address, updated by evaluateAttempt. */
class StoredAttempts {
  private user = NO_ATTEMPTS;
  private readonly addresses = new Map<string, Standing['address']>();

  try(address: string, passed: boolean, now: Date = START): boolean {
    const standing = { user: this.user, address: this.addresses.get(address) ?? NO_ATTEMPTS };
    const verdict = evaluateAttempt(standing, passed, now);
    // Exactly those attempts are refused without a check that no password could pass.
    expect(isLockedOut(standing, now)).toBe(!evaluateAttempt(standing, true, now).admitted);
    this.user = verdict.user;
    this.addresses.set(address, verdict.address);
    return verdict.admitted;
  }

  fail(address: string, times: number, now: Date = START): void {
    for (let count = 0; count < times; count += 1) expect(this.try(address, false, now)).toBe(false);
  }

  /** Wrong passwords, each from a new address, so that no address is locked. */
  failEverywhere(times: number, now: Date = START): void {
    for (let count = 0; count < times; count += 1) this.fail(`stranger-${this.addresses.size}`, 1, now);
  }
}

describe('lockout per user and address', () => {
  it('locks after six failures in a row, not after five', () => {
    const user = new StoredAttempts();
    user.fail('home', 5);
    expect(user.try('home', true)).toBe(true);
    user.fail('home', 6);
    expect(user.try('home', true)).toBe(false);
  });

  it('counts from zero after a success', () => {
    const user = new StoredAttempts();
    for (let round = 0; round < 20; round += 1) {
      user.fail('home', 5);
      expect(user.try('home', true)).toBe(true);
    }
  });

  it('lasts 30 minutes, however many attempts are made meanwhile', () => {
    const user = new StoredAttempts();
    user.fail('home', 6);
    user.fail('home', 10, at(29));
    expect(user.try('home', true, at(29.99))).toBe(false);
    expect(user.try('home', true, at(30))).toBe(true);
  });

  it('locks again after six more failures', () => {
    const user = new StoredAttempts();
    user.fail('home', 6);
    user.fail('home', 5, at(31));
    expect(user.try('home', true, at(31))).toBe(true);
    user.fail('home', 6, at(32));
    expect(user.try('home', true, at(33))).toBe(false);
  });

  it('does not affect other addresses', () => {
    const user = new StoredAttempts();
    user.fail('elsewhere', 6);
    expect(user.try('home', true)).toBe(true);
  });
});

describe('lockout per user', () => {
  it('does not lock after 59 failures from any addresses', () => {
    const user = new StoredAttempts();
    user.failEverywhere(59);
    expect(user.try('new', true)).toBe(true);
  });

  it('from the 60th failure on admits only addresses with a sign-in within 30 days', () => {
    const user = new StoredAttempts();
    expect(user.try('home', true, at(-29 * DAY))).toBe(true);
    expect(user.try('holiday', true, at(-31 * DAY))).toBe(true);
    user.failEverywhere(60);
    expect(user.try('new', true)).toBe(false);
    expect(user.try('holiday', true)).toBe(false);
    expect(user.try('home', true)).toBe(true);
  });

  it('lasts 30 minutes for unknown addresses, even after a success from a known one', () => {
    const user = new StoredAttempts();
    expect(user.try('home', true, at(-DAY))).toBe(true);
    user.failEverywhere(60);
    expect(user.try('home', true, at(1))).toBe(true);
    expect(user.try('new', true, at(29))).toBe(false);
    expect(user.try('new', true, at(30))).toBe(true);
  });

  it('still locks a known address after its own failures', () => {
    const user = new StoredAttempts();
    expect(user.try('home', true, at(-DAY))).toBe(true);
    user.failEverywhere(60);
    user.fail('home', 6, at(1));
    expect(user.try('home', true, at(2))).toBe(false);
  });

  it('does not count failures before a success from the same address', () => {
    const user = new StoredAttempts();
    for (let round = 0; round < 30; round += 1) {
      user.fail('home', 5);
      expect(user.try('home', true)).toBe(true);
    }
    expect(user.try('new', true)).toBe(true);
  });

  it('still counts the failures of other addresses after a success', () => {
    const user = new StoredAttempts();
    user.failEverywhere(58);
    user.fail('home', 1);
    expect(user.try('home', true)).toBe(true);
    user.failEverywhere(2);
    expect(user.try('new', true)).toBe(false);
  });
});

it('subjectOf identifies a known user by ID, whatever name was used', () => {
  expect(subjectOf('admin', 7, 'ada')).toBe('admin:7');
  expect(subjectOf('customer', 7, 'ada@example.com')).toBe('customer:7');
});

it('subjectOf maps unknown names to at most 256 subjects, none of them a user', () => {
  const subjects = new Set(Array.from({ length: 5_000 }, (_, index) => subjectOf('admin', undefined, `name${index}`)));
  expect(subjects.size).toBeGreaterThan(200);
  expect(subjects.size).toBeLessThanOrEqual(256);
  expect([...subjects].every((subject) => /^admin:\?\d+$/.test(subject))).toBe(true);
  expect(subjectOf('admin', undefined, 'ada')).toBe(subjectOf('admin', undefined, 'ada'));
});
