import { parseOptions } from '@node-rs/argon2';
import { Argon2Hashing } from './argon2-hashing.js';
import { RandomSecrets } from './random-secrets.js';
import { measures } from '../../../../test/support/measured.js';

measures();

const hashing = new Argon2Hashing();

describe('argon2id', () => {
  it('is set as the document says', async () => {
    const hash = await hashing.hash('correct horse');
    expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(hash.length).toBeLessThanOrEqual(128);
    expect(parseOptions(hash)).toMatchObject({ memoryCost: 19_456, timeCost: 2, parallelism: 1, outputLen: 32 });
  });

  it('knows the password, to the letter', async () => {
    const hash = await hashing.hash('correct horse');
    expect(await hashing.verify(hash, 'correct horse')).toBe(true);
    expect(await hashing.verify(hash, 'Correct horse')).toBe(false);
    expect(await hashing.verify(hash, 'correct horse ')).toBe(false);
    expect(await hashing.hash('correct horse')).not.toBe(hash);
  });

  it.each(['', 'plain', '$argon2id$', '$2y$10$abcdefghijklmnopqrstuv'])(
    'nobody has the password of %j',
    async (hash) => {
      expect(await hashing.verify(hash, hash)).toBe(false);
    },
  );

  it('pretending to check takes as long as a check, and no processor', async () => {
    const fresh = new Argon2Hashing();
    const hash = await fresh.hash('correct horse');
    const timed = async (work: () => Promise<unknown>): Promise<number> => {
      const began = performance.now();
      await work();
      return performance.now() - began;
    };
    const checks = [];
    for (let count = 0; count < 5; count += 1) checks.push(await timed(() => fresh.verify(hash, 'wrong')));
    const before = process.cpuUsage();
    const pretended = await timed(() => fresh.pretend());
    const { user } = process.cpuUsage(before);
    // A timer may be a millisecond early.
    expect(pretended).toBeGreaterThan(Math.min(...checks) - 2);
    expect(user / 1000).toBeLessThan(Math.max(...checks));
  });
});

it('secrets are random, 256 bits long, and found by their SHA-256', () => {
  const secrets = new RandomSecrets();
  const made = new Set(Array.from({ length: 100 }, () => secrets.make()));
  expect(made.size).toBe(100);
  expect([...made].every((token) => /^[\w-]{43}$/.test(token))).toBe(true);
  expect(secrets.digest('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
});
