import { isLockedOut, evaluateAttempt, NO_ATTEMPTS, type Standing, subjectOf } from './lockout.js';

const START = new Date('2026-03-01T12:00:00.000Z');
const at = (minutes: number): Date => new Date(START.getTime() + minutes * 60_000);
const DAY = 24 * 60;

/** What is remembered of one user, address by address, driven through the one decision. */
class StoredAttempts {
  private user = NO_ATTEMPTS;
  private readonly addresses = new Map<string, Standing['address']>();

  try(address: string, passed: boolean, now: Date = START): boolean {
    const standing = { user: this.user, address: this.addresses.get(address) ?? NO_ATTEMPTS };
    const verdict = evaluateAttempt(standing, passed, now);
    // What is refused unchecked is what no password would open.
    expect(isLockedOut(standing, now)).toBe(!evaluateAttempt(standing, true, now).admitted);
    this.user = verdict.user;
    this.addresses.set(address, verdict.address);
    return verdict.admitted;
  }

  fail(address: string, times: number, now: Date = START): void {
    for (let count = 0; count < times; count += 1) expect(this.try(address, false, now)).toBe(false);
  }

  /** Wrong passwords, each from an address of its own, so that none of these is locked. */
  failEverywhere(times: number, now: Date = START): void {
    for (let count = 0; count < times; count += 1) this.fail(`stranger-${this.addresses.size}`, 1, now);
  }
}

describe('per user and address', () => {
  it('five failures in a row do not lock, the sixth does', () => {
    const user = new StoredAttempts();
    user.fail('home', 5);
    expect(user.try('home', true)).toBe(true);
    user.fail('home', 6);
    expect(user.try('home', true)).toBe(false);
  });

  it('a success begins a new row', () => {
    const user = new StoredAttempts();
    for (let round = 0; round < 20; round += 1) {
      user.fail('home', 5);
      expect(user.try('home', true)).toBe(true);
    }
  });

  it('the lock lasts 30 minutes, however often somebody tries meanwhile', () => {
    const user = new StoredAttempts();
    user.fail('home', 6);
    user.fail('home', 10, at(29));
    expect(user.try('home', true, at(29.99))).toBe(false);
    expect(user.try('home', true, at(30))).toBe(true);
  });

  it('after a lock six more failures lock again', () => {
    const user = new StoredAttempts();
    user.fail('home', 6);
    user.fail('home', 5, at(31));
    expect(user.try('home', true, at(31))).toBe(true);
    user.fail('home', 6, at(32));
    expect(user.try('home', true, at(33))).toBe(false);
  });

  it('a lock elsewhere is none here', () => {
    const user = new StoredAttempts();
    user.fail('elsewhere', 6);
    expect(user.try('home', true)).toBe(true);
  });
});

describe('per user', () => {
  it('59 failures from anywhere keep nobody out', () => {
    const user = new StoredAttempts();
    user.failEverywhere(59);
    expect(user.try('new', true)).toBe(true);
  });

  it('from the 60th on only addresses where the user signed in within 30 days may try', () => {
    const user = new StoredAttempts();
    expect(user.try('home', true, at(-29 * DAY))).toBe(true);
    expect(user.try('holiday', true, at(-31 * DAY))).toBe(true);
    user.failEverywhere(60);
    expect(user.try('new', true)).toBe(false);
    expect(user.try('holiday', true)).toBe(false);
    expect(user.try('home', true)).toBe(true);
  });

  it('a success at home lets no stranger in; after 30 minutes everybody may try again', () => {
    const user = new StoredAttempts();
    expect(user.try('home', true, at(-DAY))).toBe(true);
    user.failEverywhere(60);
    expect(user.try('home', true, at(1))).toBe(true);
    expect(user.try('new', true, at(29))).toBe(false);
    expect(user.try('new', true, at(30))).toBe(true);
  });

  it('the home address can be locked by its own failures all the same', () => {
    const user = new StoredAttempts();
    expect(user.try('home', true, at(-DAY))).toBe(true);
    user.failEverywhere(60);
    user.fail('home', 6, at(1));
    expect(user.try('home', true, at(2))).toBe(false);
  });

  it('failures that their own address made good do not add up', () => {
    const user = new StoredAttempts();
    for (let round = 0; round < 30; round += 1) {
      user.fail('home', 5);
      expect(user.try('home', true)).toBe(true);
    }
    expect(user.try('new', true)).toBe(true);
  });

  it('a success takes back no failures of others', () => {
    const user = new StoredAttempts();
    user.failEverywhere(58);
    user.fail('home', 1);
    expect(user.try('home', true)).toBe(true);
    user.failEverywhere(2);
    expect(user.try('new', true)).toBe(false);
  });
});

it('a user is a subject, whatever name was used', () => {
  expect(subjectOf('admin', 7, 'ada')).toBe('admin:7');
  expect(subjectOf('customer', 7, 'ada@example.com')).toBe('customer:7');
});

it('names that nobody has share few subjects, none of which is a user', () => {
  const subjects = new Set(Array.from({ length: 5_000 }, (_, index) => subjectOf('admin', undefined, `name${index}`)));
  expect(subjects.size).toBeGreaterThan(200);
  expect(subjects.size).toBeLessThanOrEqual(256);
  expect([...subjects].every((subject) => /^admin:\?\d+$/.test(subject))).toBe(true);
  expect(subjectOf('admin', undefined, 'ada')).toBe(subjectOf('admin', undefined, 'ada'));
});
