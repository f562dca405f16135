import { createHmac, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { JwtTokens } from './jwt-tokens.js';
import { KeyRing } from './key-ring.js';
import { type KeysFile, NO_KEYS, parseKeysFile } from './keys-file.js';
import { secretKey } from './keys.js';

const SECRET = 'a secret of at least thirty-two bytes';
const NOW = new Date('2026-03-01T12:00:00.000Z');
const SECOND = NOW.getTime() / 1000;
const ADA = { kind: 'admin', id: 7, version: 3 } as const;

const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });
const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const shop = generateKeyPairSync('rsa', { modulusLength: 2048 });

const pem = (key: KeyObject): string =>
  key.export({ type: key.type === 'private' ? 'pkcs8' : 'spki', format: 'pem' }) as string;

const SHOP_ENTRY = {
  kid: 'shop-1',
  algorithm: 'RS256',
  key: pem(shop.publicKey),
  issuer: 'https://shop.example',
  audience: 'kontor-of-shop',
  customer_number_claim: 'number',
};

const file = (...keys: readonly object[]): KeysFile => parseKeysFile(JSON.stringify({ keys }));

const tokensOf = (keys: KeysFile = NO_KEYS): JwtTokens =>
  new JwtTokens(
    new KeyRing(
      { secret: SECRET, fetching: () => Promise.reject(new Error('no address')), failed: () => undefined },
      keys,
    ),
  );

const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

type Signer = (text: string) => Buffer;
const hmac =
  (secret: string | Buffer): Signer =>
  (text) =>
    createHmac('sha256', secret).update(text).digest();
const rs =
  (key: KeyObject): Signer =>
  (text) =>
    sign('sha256', Buffer.from(text), key);
const es =
  (key: KeyObject): Signer =>
  (text) =>
    sign('sha256', Buffer.from(text), { key, dsaEncoding: 'ieee-p1363' });
const unsigned: Signer = () => Buffer.alloc(0);

/** Assembles a token by hand, without the code under test. */
const made = (header: object, payload: object, signer: Signer): string => {
  const text = `${part(header)}.${part(payload)}`;
  return `${text}.${signer(text).toString('base64url')}`;
};

const own = { uid: 7, utypid: 2, iat: SECOND, exp: SECOND + 60, ver: 3, iss: 'kontor', aud: 'kontor' };
const KID = secretKey(SECRET).kid;
const asserts = { number: 'C-10042', exp: SECOND + 60, iss: 'https://shop.example', aud: 'kontor-of-shop' };

describe('a token issued by Kontor', () => {
  it('contains exactly the documented claims', () => {
    const [header, payload] = tokensOf().issue(ADA, NOW).split('.');
    expect(JSON.parse(Buffer.from(header ?? '', 'base64url').toString())).toEqual({
      alg: 'HS256',
      typ: 'JWT',
      kid: KID,
    });
    expect(JSON.parse(Buffer.from(payload ?? '', 'base64url').toString())).toEqual({ ...own, exp: SECOND + 3600 });
  });

  it('is valid for 60 minutes', async () => {
    const tokens = tokensOf();
    const token = tokens.issue(ADA, NOW);
    const after = (minutes: number) => tokens.read(token, new Date(NOW.getTime() + minutes * 60_000));
    expect(await after(0)).toEqual({ by: 'us', ...ADA });
    expect(await after(59.9)).toEqual({ by: 'us', ...ADA });
    expect(await after(60)).toBeUndefined();
  });

  it.each([
    ['RS256', rsa.privateKey],
    ['ES256', ec.privateKey],
  ])('can be signed with %s', async (algorithm, key) => {
    const tokens = tokensOf(file({ kid: 'own-1', algorithm, key: pem(key) }));
    const token = tokens.issue({ kind: 'customer', id: 9, version: 0 }, NOW);
    expect(JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString())).toMatchObject({
      alg: algorithm,
      kid: 'own-1',
    });
    expect(await tokens.read(token, NOW)).toEqual({ by: 'us', kind: 'customer', id: 9, version: 0 });
  });

  it('is accepted when assembled by hand with the documented claims', async () => {
    expect(await tokensOf().read(made({ alg: 'HS256', kid: KID }, own, hmac(SECRET)), NOW)).toEqual({
      by: 'us',
      ...ADA,
    });
  });
});

describe('a forged or expired token', () => {
  it.each<[string, object, object, Signer]>([
    ['alg none', { alg: 'none', kid: KID }, own, unsigned],
    ['alg None', { alg: 'None', kid: KID }, own, unsigned],
    ['alg none with a signature', { alg: 'none', kid: KID }, own, hmac(SECRET)],
    ['no signature', { alg: 'HS256', kid: KID }, own, unsigned],
    ['another secret', { alg: 'HS256', kid: KID }, own, hmac('another secret of thirty-two bytes.')],
    ['another hash', { alg: 'HS512', kid: KID }, own, (text) => createHmac('sha512', SECRET).update(text).digest()],
    ['no kid', { alg: 'HS256' }, own, hmac(SECRET)],
    ['an unknown kid', { alg: 'HS256', kid: 'own-1' }, own, hmac(SECRET)],
    ['a kid that is not a string', { alg: 'HS256', kid: [KID] }, own, hmac(SECRET)],
    ['another issuer', { alg: 'HS256', kid: KID }, { ...own, iss: 'someone' }, hmac(SECRET)],
    ['no issuer', { alg: 'HS256', kid: KID }, { ...own, iss: undefined }, hmac(SECRET)],
    ['another audience', { alg: 'HS256', kid: KID }, { ...own, aud: 'someone' }, hmac(SECRET)],
    ['no audience', { alg: 'HS256', kid: KID }, { ...own, aud: undefined }, hmac(SECRET)],
    ['no expiry', { alg: 'HS256', kid: KID }, { ...own, exp: undefined }, hmac(SECRET)],
    ['expired', { alg: 'HS256', kid: KID }, { ...own, exp: SECOND }, hmac(SECRET)],
    ['not yet valid', { alg: 'HS256', kid: KID }, { ...own, nbf: SECOND + 60 }, hmac(SECRET)],
    ['no version', { alg: 'HS256', kid: KID }, { ...own, ver: undefined }, hmac(SECRET)],
    ['the user type of an integration', { alg: 'HS256', kid: KID }, { ...own, utypid: 1 }, hmac(SECRET)],
    ['a critical extension', { alg: 'HS256', kid: KID, crit: ['b64'], b64: false }, own, hmac(SECRET)],
  ])('is rejected: %s', async (_, header, payload, signer) => {
    expect(await tokensOf().read(made(header, payload, signer), NOW)).toBeUndefined();
  });

  it.each([
    '',
    '.',
    '..',
    'a.b.c',
    'a.b',
    `${part({ alg: 'HS256', kid: KID })}.x.y`,
    `${part([])}.${part([])}.x`,
    'é.é.é',
  ])('is rejected when it is not a JWT: %j', async (token) => {
    expect(await tokensOf().read(token, NOW)).toBeUndefined();
  });

  it('is rejected when its payload was changed', async () => {
    const tokens = tokensOf();
    const [header, , signature] = tokens.issue(ADA, NOW).split('.');
    expect(await tokens.read([header, part({ ...own, uid: 1 }), signature].join('.'), NOW)).toBeUndefined();
  });

  it('is rejected when it is longer than any token that Kontor issues', async () => {
    const token = made({ alg: 'HS256', kid: KID }, { ...own, more: 'x'.repeat(10_000) }, hmac(SECRET));
    expect(await tokensOf().read(token, NOW)).toBeUndefined();
  });
});

describe('key confusion', () => {
  const tokens = tokensOf(
    file(
      { kid: 'rsa', algorithm: 'RS256', key: pem(rsa.privateKey) },
      { kid: 'ec', algorithm: 'ES256', key: pem(ec.publicKey) },
      SHOP_ENTRY,
    ),
  );

  it.each<[string, string, Signer]>([
    ['the RSA public key as an HMAC secret', 'rsa', hmac(pem(rsa.publicKey))],
    [
      'the DER bytes of the RSA public key as an HMAC secret',
      'rsa',
      hmac(rsa.publicKey.export({ type: 'spki', format: 'der' })),
    ],
    ['the EC public key as an HMAC secret', 'ec', hmac(pem(ec.publicKey))],
  ])('is rejected: %s', async (_, kid, signer) => {
    expect(await tokens.read(made({ alg: 'HS256', kid }, own, signer), NOW)).toBeUndefined();
  });

  it('is rejected: the kid of one key with the signature of another', async () => {
    expect(await tokens.read(made({ alg: 'ES256', kid: 'ec' }, own, es(ec.privateKey)), NOW)).toBeDefined();
    expect(await tokens.read(made({ alg: 'ES256', kid: 'rsa' }, own, es(ec.privateKey)), NOW)).toBeUndefined();
    expect(await tokens.read(made({ alg: 'RS256', kid: 'ec' }, own, rs(rsa.privateKey)), NOW)).toBeUndefined();
  });

  it('is rejected: a token signed with JWT_SECRET when the file contains a key of Kontor', async () => {
    expect(await tokens.read(made({ alg: 'HS256', kid: KID }, own, hmac(SECRET)), NOW)).toBeUndefined();
  });

  it('is rejected: Kontor claims signed by a shop, and shop claims signed by Kontor', async () => {
    const ourClaims = { ...own, iss: 'https://shop.example', aud: 'kontor-of-shop' };
    expect(await tokens.read(made({ alg: 'RS256', kid: 'shop-1' }, own, rs(shop.privateKey)), NOW)).toBeUndefined();
    expect(
      await tokens.read(made({ alg: 'RS256', kid: 'shop-1' }, ourClaims, rs(shop.privateKey)), NOW),
    ).toBeUndefined();
    expect(await tokens.read(made({ alg: 'RS256', kid: 'rsa' }, asserts, rs(rsa.privateKey)), NOW)).toBeUndefined();
  });
});

describe('a token of a trusted shop', () => {
  const tokens = tokensOf(file(SHOP_ENTRY));
  const read = (payload: object) =>
    tokens.read(made({ alg: 'RS256', kid: 'shop-1' }, payload, rs(shop.privateKey)), NOW);

  it('identifies a customer by number and never an administrator', async () => {
    expect(await read(asserts)).toEqual({ by: 'shop', customerNumber: 'C-10042' });
    expect(await read({ ...asserts, uid: 1, utypid: 2, ver: 1, iat: SECOND })).toEqual({
      by: 'shop',
      customerNumber: 'C-10042',
    });
  });

  it('may name several audiences', async () => {
    expect(await read({ ...asserts, aud: ['someone', 'kontor-of-shop'] })).toBeDefined();
  });

  it.each([
    ['no number', { number: undefined }],
    ['an empty number', { number: '' }],
    ['no expiry', { exp: undefined }],
    ['an expiry in the past', { exp: SECOND - 1 }],
    ['no audience', { aud: undefined }],
    ['another audience', { aud: 'kontor' }],
    ['another issuer', { iss: 'https://other.example' }],
  ])('is rejected with %s', async (_, changed) => {
    expect(await read({ ...asserts, ...changed })).toBeUndefined();
  });

  it('is verified with the key of its issuer if another shop uses the same kid', async () => {
    const other = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const two = tokensOf(
      file(SHOP_ENTRY, { ...SHOP_ENTRY, key: pem(other.publicKey), issuer: 'https://other.example' }),
    );
    const token = (payload: object, key: KeyObject) => made({ alg: 'RS256', kid: 'shop-1' }, payload, rs(key));
    const others = { ...asserts, iss: 'https://other.example' };
    expect(await two.read(token(asserts, shop.privateKey), NOW)).toBeDefined();
    expect(await two.read(token(others, other.privateKey), NOW)).toBeDefined();
    expect(await two.read(token(asserts, other.privateKey), NOW)).toBeUndefined();
    expect(await two.read(token(others, shop.privateKey), NOW)).toBeUndefined();
  });
});

describe('key rotation', () => {
  const [old, young] = [
    { kid: 'old', algorithm: 'RS256', key: pem(rsa.privateKey) },
    { kid: 'young', algorithm: 'ES256', key: pem(ec.privateKey) },
  ];

  it('signs with the first private key and accepts the other keys until they are removed', async () => {
    const ring = new KeyRing(
      { secret: SECRET, fetching: () => Promise.reject(new Error('no address')), failed: () => undefined },
      file(old),
    );
    const tokens = new JwtTokens(ring);
    const first = tokens.issue(ADA, NOW);
    ring.hang(file(young, { ...old, key: pem(rsa.publicKey) }));
    expect(tokens.issue(ADA, NOW).split('.')[0]).toBe(part({ alg: 'ES256', typ: 'JWT', kid: 'young' }));
    expect(await tokens.read(first, NOW)).toBeDefined();
    ring.hang(file(young));
    expect(await tokens.read(first, NOW)).toBeUndefined();
  });

  it('refuses a keys file in which no key of Kontor can sign', () => {
    expect(() => tokensOf(file({ ...old, key: pem(rsa.publicKey) }))).toThrow('no key that can sign');
  });
});

describe('a token that was verified before', () => {
  it('is rejected once it expires or its key changes, and vouches for no other token', async () => {
    const ring = new KeyRing(
      { secret: SECRET, fetching: () => Promise.reject(new Error('no address')), failed: () => undefined },
      file({ kid: 'own', algorithm: 'RS256', key: pem(rsa.privateKey) }),
    );
    const tokens = new JwtTokens(ring);
    const token = tokens.issue(ADA, NOW);
    for (let count = 0; count < 3; count += 1) expect(await tokens.read(token, NOW)).toEqual({ by: 'us', ...ADA });
    expect(await tokens.read(`${token}x`, NOW)).toBeUndefined();
    expect(await tokens.read(token, new Date(NOW.getTime() + 3_600_000))).toBeUndefined();
    ring.hang(file({ kid: 'own', algorithm: 'RS256', key: pem(shop.privateKey) }));
    expect(await tokens.read(token, NOW)).toBeUndefined();
    ring.hang(file({ kid: 'other', algorithm: 'RS256', key: pem(rsa.privateKey) }));
    expect(await tokens.read(token, NOW)).toBeUndefined();
  });

  it('is verified again after it was evicted from the cache', async () => {
    const tokens = tokensOf();
    const first = tokens.issue(ADA, NOW);
    expect(await tokens.read(first, NOW)).toBeDefined();
    for (let id = 1; id <= 4_100; id += 1) {
      await tokens.read(made({ alg: 'HS256', kid: KID }, { ...own, uid: id }, hmac(SECRET)), NOW);
    }
    expect(await tokens.read(first, NOW)).toEqual({ by: 'us', ...ADA });
  });
});
