import { assertedNumber, isInForce, readClaims, tokenPayload } from './claims.js';

const NOW = new Date('2026-03-01T12:00:00.500Z');
const SECOND = Math.floor(NOW.getTime() / 1000);

it('tokenPayload contains the account and the period of validity', () => {
  expect(tokenPayload({ kind: 'admin', id: 7, version: 3 }, NOW)).toEqual({
    uid: 7,
    utypid: 2,
    iat: SECOND,
    exp: SECOND + 3600,
    ver: 3,
  });
  expect(tokenPayload({ kind: 'customer', id: 7, version: 0 }, NOW)['utypid']).toBe(3);
});

it.each(['admin', 'customer'] as const)('readClaims returns the claims that tokenPayload wrote for kind %s', (kind) => {
  const claims = { kind, id: 7, version: 3 };
  expect(readClaims(tokenPayload(claims, NOW))).toEqual(claims);
});

describe('readClaims', () => {
  const good = { uid: 7, utypid: 2, iat: SECOND, exp: SECOND + 60, ver: 3 };

  it.each([
    ['the kind of an integration', { utypid: 1 }],
    ['an unknown kind', { utypid: 4 }],
    ['a kind as text', { utypid: '2' }],
    ['no kind', { utypid: undefined }],
    ['an id as text', { uid: '7' }],
    ['a negative id', { uid: -7 }],
    ['a fractional id', { uid: 7.5 }],
    ['no version', { ver: undefined }],
    ['a version as text', { ver: '3' }],
    ['no issue time', { iat: undefined }],
  ])('rejects a payload with %s', (_, changed) => {
    expect(readClaims(good)).toBeDefined();
    expect(readClaims({ ...good, ...changed })).toBeUndefined();
  });
});

describe('isInForce', () => {
  it.each([
    [{ exp: SECOND + 1 }, true],
    [{ exp: SECOND }, false],
    [{ exp: SECOND - 3600 }, false],
    [{}, false],
    [{ exp: String(SECOND + 60) }, false],
    [{ exp: SECOND + 60, nbf: SECOND }, true],
    [{ exp: SECOND + 60, nbf: SECOND + 30 }, false],
    [{ exp: SECOND + 60, nbf: 'now' }, false],
  ])('for %j returns %s', (payload, expected) => {
    expect(isInForce(payload, NOW)).toBe(expected);
  });
});

describe('assertedNumber', () => {
  it.each([
    [{ number: 'C-1' }, 'C-1'],
    [{ number: 10042 }, '10042'],
    [{ number: '' }, undefined],
    [{ number: null }, undefined],
    [{ number: 1.5 }, undefined],
    [{ number: ['C-1'] }, undefined],
    [{ number: { $ne: '' } }, undefined],
    [{ number: 'x'.repeat(256) }, undefined],
    [{ sub: 'C-1' }, undefined],
  ])('for %j returns %s', (payload, expected) => {
    expect(assertedNumber(payload, 'number')).toBe(expected);
  });

  it('ignores inherited properties', () => {
    expect(assertedNumber({}, 'constructor')).toBeUndefined();
  });
});
