import { generateKeyPairSync, type JsonWebKey, type KeyObject } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Outbound } from '../../../../libs/outbound/index.js';
import { fetchingBy, Jwks, keysIn, REFRESH_AFTER_MS, RETRY_AFTER_MS, TRUSTED_FOR_MS } from './jwks.js';

const SOURCE = {
  url: 'https://shop.example/jwks.json',
  algorithm: 'RS256',
  issuer: 'https://shop.example',
  audience: 'us',
  customerNumberClaim: 'sub',
} as const;
const START = new Date('2026-03-01T12:00:00.000Z');
const later = (ms: number): Date => new Date(START.getTime() + ms);

const rsa = (bits = 2048): KeyObject => generateKeyPairSync('rsa', { modulusLength: bits }).publicKey;
const jwk = (key: KeyObject, kid: string, more: object = {}): JsonWebKey => ({
  ...key.export({ format: 'jwk' }),
  kid,
  ...more,
});
const [one, two] = [rsa(), rsa()];

/** Waits until background fetches have finished. */
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

const documentOf = (...keys: readonly unknown[]): string => JSON.stringify({ keys });

/** A shop that counts how often its keys are fetched. */
class Shop {
  asked = 0;
  answer: () => Promise<string> = () => Promise.resolve(documentOf(jwk(one, 'one')));
  readonly errors: unknown[] = [];
  readonly jwks = new Jwks(
    SOURCE,
    () => {
      this.asked += 1;
      return this.answer();
    },
    (error) => this.errors.push(error),
  );
}

describe('keysIn', () => {
  it('returns only strong signing keys of the configured algorithm with a kid', () => {
    const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey;
    const found = keysIn(
      SOURCE,
      documentOf(
        jwk(one, 'good'),
        jwk(two, 'good'),
        jwk(one, 'said', { alg: 'RS256', use: 'sig' }),
        jwk(one, 'other-alg', { alg: 'RS512' }),
        jwk(one, 'encrypts', { use: 'enc' }),
        jwk(one, ''),
        jwk(ec, 'ec'),
        jwk(rsa(1024), 'weak'),
        { kid: 'secret', kty: 'oct', k: 'c2VjcmV0' },
        { kid: 'broken', kty: 'RSA', n: '!', e: 'AQAB' },
        'text',
        null,
      ),
    );
    expect([...found.keys()]).toEqual(['good', 'said']);
    expect(found.get('good')?.verifies.equals(one)).toBe(true);
    expect(found.get('good')).toMatchObject({ algorithm: 'RS256', issuer: SOURCE.issuer, customerNumberClaim: 'sub' });
  });
});

describe('Jwks', () => {
  it('fetches the keys once for concurrent requests', async () => {
    const shop = new Shop();
    const found = await Promise.all(Array.from({ length: 5 }, () => shop.jwks.byKid('one', START)));
    expect(found.every((key) => key?.kid === 'one')).toBe(true);
    expect(shop.asked).toBe(1);
    await shop.jwks.byKid('one', later(REFRESH_AFTER_MS - 1));
    expect(shop.asked).toBe(1);
  });

  it('fetches again for an unknown kid, but not for each forged token', async () => {
    const shop = new Shop();
    await shop.jwks.byKid('one', START);
    shop.answer = () => Promise.resolve(documentOf(jwk(one, 'one'), jwk(two, 'two')));
    for (let count = 0; count < 10; count += 1) expect(await shop.jwks.byKid('two', later(count))).toBeUndefined();
    expect(shop.asked).toBe(1);
    expect((await shop.jwks.byKid('two', later(RETRY_AFTER_MS)))?.kid).toBe('two');
    expect(shop.asked).toBe(2);
  });

  it('stops trusting a key that a later fetch no longer contains', async () => {
    const shop = new Shop();
    await shop.jwks.byKid('one', START);
    shop.answer = () => Promise.resolve(documentOf(jwk(two, 'two')));
    expect((await shop.jwks.byKid('two', later(RETRY_AFTER_MS)))?.kid).toBe('two');
    expect(await shop.jwks.byKid('one', later(RETRY_AFTER_MS + 1))).toBeUndefined();
  });

  it('refreshes old keys in the background and stops trusting them if that keeps failing', async () => {
    const shop = new Shop();
    await shop.jwks.byKid('one', START);
    shop.answer = () => Promise.reject(new Error('down'));
    expect((await shop.jwks.byKid('one', later(REFRESH_AFTER_MS)))?.kid).toBe('one');
    expect(shop.asked).toBe(2);
    await settled();
    expect(await shop.jwks.byKid('one', later(TRUSTED_FOR_MS))).toBeUndefined();
    expect(shop.errors).toHaveLength(2);
    shop.answer = () => Promise.resolve(documentOf(jwk(one, 'one')));
    expect((await shop.jwks.byKid('one', later(TRUSTED_FOR_MS + RETRY_AFTER_MS)))?.kid).toBe('one');
  });

  it.each(['', 'no json', '{}', '{"keys":{}}', 'null'])(
    'reports the response %j as an error and finds no key',
    async (answer) => {
      const shop = new Shop();
      shop.answer = () => Promise.resolve(answer);
      expect(await shop.jwks.byKid('one', START)).toBeUndefined();
      expect(shop.errors).toHaveLength(1);
    },
  );
});

describe('fetchingBy', () => {
  const server = createServer((request, response) => {
    if (request.url === '/moved') response.writeHead(302, { location: '/keys' }).end();
    else if (request.url === '/gone') response.writeHead(404).end('{}');
    else if (request.url === '/long') response.end('x'.repeat(300_000));
    else response.end('{"keys":[]}');
  });
  const at = (path: string): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`;

  beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)));
  afterAll(() => new Promise((resolve) => server.close(resolve)));

  it('returns the body of a successful response', async () => {
    expect(await fetchingBy(new Outbound())(at('/keys'))).toBe('{"keys":[]}');
  });

  it.each(['/moved', '/gone', '/long'])('rejects redirects, errors and oversized responses: %s', async (path) => {
    await expect(fetchingBy(new Outbound())(at(path))).rejects.toThrow();
  });
});
