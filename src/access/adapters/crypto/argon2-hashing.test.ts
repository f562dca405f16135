import argon2 from '@node-rs/argon2';
import { Argon2Hashing } from './argon2-hashing.js';
import { RandomSecrets } from './random-secrets.js';
import { fakeTime, realTime } from '../../../../test/support/fake-timers.js';

const hashing = new Argon2Hashing();

describe('Argon2 password hashing', () => {
  it('uses argon2id with the documented parameters', async () => {
    const hash = await hashing.hash('correct horse');
    expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(hash.length).toBeLessThanOrEqual(128);
    expect(argon2.parseOptions(hash)).toMatchObject({ memoryCost: 19_456, timeCost: 2, parallelism: 1, outputLen: 32 });
  });

  it('accepts only the exact password', async () => {
    const hash = await hashing.hash('correct horse');
    expect(await hashing.verify(hash, 'correct horse')).toBe(true);
    expect(await hashing.verify(hash, 'Correct horse')).toBe(false);
    expect(await hashing.verify(hash, 'correct horse ')).toBe(false);
    expect(await hashing.hash('correct horse')).not.toBe(hash);
  });

  it.each(['', 'plain', '$argon2id$', '$2y$10$abcdefghijklmnopqrstuv'])(
    'rejects every password when the stored hash is %j',
    async (hash) => {
      expect(await hashing.verify(hash, hash)).toBe(false);
    },
  );

  it('takes as long to pretend as a recent check took, without running one', async () => {
    fakeTime();
    const check = jest.spyOn(argon2, 'verify').mockImplementation(async () => {
      await new Promise((resolve) => setTimeout(resolve, 30));
      return false;
    });
    const fresh = new Argon2Hashing();
    const checked = fresh.verify('hash', 'wrong');
    await jest.advanceTimersByTimeAsync(30);
    expect(await checked).toBe(false);
    const ended = jest.fn();
    void fresh.pretend().then(ended);
    await jest.advanceTimersByTimeAsync(29);
    expect(ended).not.toHaveBeenCalled();
    await jest.advanceTimersByTimeAsync(1);
    expect(ended).toHaveBeenCalled();
    expect(check).toHaveBeenCalledTimes(1);
    check.mockRestore();
    realTime();
  });
});

it('RandomSecrets generates 256-bit secrets and digests them with SHA-256', () => {
  const secrets = new RandomSecrets();
  const made = new Set(Array.from({ length: 100 }, () => secrets.generate()));
  expect(made.size).toBe(100);
  expect([...made].every((token) => /^[\w-]{43}$/.test(token))).toBe(true);
  expect(secrets.digest('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
});
