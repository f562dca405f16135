import { generateKeyPairSync } from 'node:crypto';
import { parseKeysFile } from './keys-file.js';

const pair = generateKeyPairSync('ec', {
  namedCurve: 'P-256',
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  publicKeyEncoding: { type: 'spki', format: 'pem' },
});
const weak = generateKeyPairSync('rsa', {
  modulusLength: 1024,
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  publicKeyEncoding: { type: 'spki', format: 'pem' },
});

const OWN = { kid: 'own', algorithm: 'ES256', key: pair.privateKey };
const SHOP = {
  kid: 'shop',
  algorithm: 'ES256',
  key: pair.publicKey,
  issuer: 'https://shop.example',
  audience: 'us',
  customer_number_claim: 'sub',
};
const SOURCE = { ...SHOP, kid: undefined, key: undefined, jwks_url: 'https://shop.example/jwks.json' };

const parse = (...keys: readonly unknown[]) => parseKeysFile(JSON.stringify({ keys }));

it('parseKeysFile reads keys of Kontor, keys of shops and JWKS addresses of shops', () => {
  const { keys, sources } = parse(OWN, SHOP, SOURCE, { kid: 'secret', algorithm: 'HS256', key: 'x'.repeat(32) });
  expect(keys.map(({ kid, issuer, customerNumberClaim }) => [kid, issuer, customerNumberClaim])).toEqual([
    ['own', 'kontor', undefined],
    ['shop', 'https://shop.example', 'sub'],
    ['secret', 'kontor', undefined],
  ]);
  expect(keys.map((key) => 'signs' in key)).toEqual([true, false, true]);
  expect(keys.every(({ verifies }) => verifies.type !== 'private')).toBe(true);
  expect(sources).toEqual([
    {
      url: 'https://shop.example/jwks.json',
      algorithm: 'ES256',
      issuer: 'https://shop.example',
      audience: 'us',
      customerNumberClaim: 'sub',
    },
  ]);
});

describe('parseKeysFile', () => {
  it.each<[string, unknown, string]>([
    ['an entry that is not an object', 'own', 'keys[0]: the entry is not a JSON object'],
    ['an unknown property', { ...OWN, kty: 'EC' }, 'kty is unknown'],
    ['a numeric kid', { ...OWN, kid: 1 }, 'kid must be a non-empty string'],
    ['an entry without kid', { ...OWN, kid: undefined }, 'kid is missing; add the ID of the key'],
    ['an entry without key', { ...OWN, key: undefined }, 'key is missing; add the key'],
    ['an unsupported algorithm', { ...OWN, algorithm: 'none' }, 'algorithm must be one of'],
    ['an entry without algorithm', { ...OWN, algorithm: undefined }, 'algorithm must be one of'],
    ['a key that is not in PEM format', { ...OWN, key: 'abc' }, 'key is not in PEM format; convert it to PEM'],
    ['a key of another type than the algorithm', { ...OWN, algorithm: 'RS256' }, 'RS256 requires an RSA key'],
    ['a weak key', { ...OWN, algorithm: 'RS256', key: weak.privateKey }, '2048 bits'],
    ['a short secret', { ...OWN, algorithm: 'HS256', key: 'short' }, '32 bytes'],
    [
      "a shop's secret",
      { ...SHOP, algorithm: 'HS256', key: 'x'.repeat(32) },
      'HS256 is only allowed for keys of Kontor',
    ],
    ["a shop's private key", { ...SHOP, key: pair.privateKey }, 'key contains the private key of the shop'],
    ['a shop without issuer', { ...SHOP, issuer: undefined }, 'issuer is missing'],
    ['a shop with the issuer kontor', { ...SHOP, issuer: 'kontor' }, 'is reserved for Kontor'],
    ['a shop without audience', { ...SHOP, audience: undefined }, 'audience is missing'],
    [
      'a JWKS address without customer_number_claim',
      { ...SOURCE, customer_number_claim: undefined },
      'customer_number_claim is missing; add the name of the claim that contains the customer number',
    ],
    ['a JWKS address without https', { ...SOURCE, jwks_url: 'http://shop.example/jwks' }, 'must be an https URL'],
    ['a JWKS address with a kid', { ...SOURCE, kid: 'shop' }, 'jwks_url cannot be combined with kid or key'],
  ])('refuses %s', (_, entry, fault) => {
    expect(() => parse(entry)).toThrow(fault);
  });

  it('refuses two keys with the same kid and issuer', () => {
    expect(() => parse(OWN, OWN)).toThrow('keys[1]: another key has the same kid and issuer; use a unique kid');
    expect(() => parse(SHOP, { ...SHOP, issuer: 'https://other.example' })).not.toThrow();
  });

  it('refuses anything but a list of keys and reports all faults at once', () => {
    expect(() => parseKeysFile('{')).toThrow('is not valid JSON');
    expect(() => parseKeysFile('[]')).toThrow('the file contains no array named "keys"');
    expect(() => parse({ algorithm: 'x' }, { ...SHOP, audience: undefined })).toThrow(
      /keys\[0\]: algorithm[\s\S]*keys\[1\]: audience/,
    );
  });

  it('does not repeat a key in its error message', () => {
    const secret = 'hush-hush-hush';
    let message = '';
    try {
      parse({ kid: 'own', algorithm: 'HS256', key: secret }, { kid: 'x', algorithm: 'RS256', key: secret });
    } catch (error) {
      message = String(error);
    }
    expect(message).toContain('32 bytes');
    expect(message).not.toContain(secret);
  });
});
