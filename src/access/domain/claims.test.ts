import { assertedNumber, isInForce, readClaims, tokenPayload } from './claims.js';

const NOW = new Date('2026-03-01T12:00:00.500Z');
const SECOND = Math.floor(NOW.getTime() / 1000);

it('a token says whom it signs in, and for how long', () => {
  expect(tokenPayload({ kind: 'admin', id: 7, version: 3 }, NOW)).toEqual({
    uid: 7,
    utypid: 2,
    iat: SECOND,
    exp: SECOND + 3600,
    ver: 3,
  });
  expect(tokenPayload({ kind: 'customer', id: 7, version: 0 }, NOW)['utypid']).toBe(3);
});

it.each(['admin', 'customer'] as const)('what is written of an %s is read back', (kind) => {
  const claims = { kind, id: 7, version: 3 };
  expect(readClaims(tokenPayload(claims, NOW))).toEqual(claims);
});

describe('a payload that we never make', () => {
  const good = { uid: 7, utypid: 2, iat: SECOND, exp: SECOND + 60, ver: 3 };

  it.each([
    ['an integration', { utypid: 1 }],
    ['an unknown kind', { utypid: 4 }],
    ['a kind as text', { utypid: '2' }],
    ['no kind', { utypid: undefined }],
    ['an id as text', { uid: '7' }],
    ['a negative id', { uid: -7 }],
    ['half an id', { uid: 7.5 }],
    ['no version', { ver: undefined }],
    ['a version as text', { ver: '3' }],
    ['no beginning', { iat: undefined }],
  ])('%s signs nobody in', (_, changed) => {
    expect(readClaims(good)).toBeDefined();
    expect(readClaims({ ...good, ...changed })).toBeUndefined();
  });
});

describe('in force', () => {
  it.each([
    [{ exp: SECOND + 1 }, true],
    [{ exp: SECOND }, false],
    [{ exp: SECOND - 3600 }, false],
    [{}, false],
    [{ exp: String(SECOND + 60) }, false],
    [{ exp: SECOND + 60, nbf: SECOND }, true],
    [{ exp: SECOND + 60, nbf: SECOND + 30 }, false],
    [{ exp: SECOND + 60, nbf: 'now' }, false],
  ])('%j: %s', (payload, expected) => {
    expect(isInForce(payload, NOW)).toBe(expected);
  });
});

describe("a shop's customer number", () => {
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
  ])('in %j: %s', (payload, expected) => {
    expect(assertedNumber(payload, 'number')).toBe(expected);
  });

  it('is no inherited property', () => {
    expect(assertedNumber({}, 'constructor')).toBeUndefined();
  });
});
