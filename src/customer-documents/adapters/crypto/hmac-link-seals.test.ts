import { createHmac } from 'node:crypto';
import type { LinkClaims } from '../../ports/link-seals.js';
import { HmacLinkSeals } from './hmac-link-seals.js';

const SECRET = 'a secret of the tests, long enough';
const seals = new HmacLinkSeals(SECRET);
const claims: LinkClaims = {
  documentId: 17,
  contentHash: 'ab'.repeat(32),
  customerId: 4711,
  websiteId: 1,
  expiresAt: new Date('2026-11-21T12:05:00.000Z'),
};
const token = seals.seal(claims);

describe('a sealed link', () => {
  it('opens to the claims that were sealed', () => {
    expect(seals.open(token)).toEqual(claims);
    expect(seals.seal(claims)).toBe(token);
  });

  it('is rejected if any character is changed, added or removed', () => {
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.';
    for (let at = 0; at < token.length; at += 1) {
      expect(seals.open(token.slice(0, at) + token.slice(at + 1))).toBeUndefined();
      for (const letter of alphabet) {
        if (letter !== token[at]) expect(seals.open(token.slice(0, at) + letter + token.slice(at + 1))).toBeUndefined();
      }
    }
    for (const other of ['', '.', 'a.b', `${token}A`, `A${token}`, `${token}.`, ` ${token}`]) {
      expect(seals.open(other)).toBeUndefined();
    }
  });

  it('is rejected under another secret or when signed with the secret itself', () => {
    expect(new HmacLinkSeals(`${SECRET}!`).open(token)).toBeUndefined();
    const [body = ''] = token.split('.');
    expect(seals.open(`${body}.${createHmac('sha256', SECRET).update(body).digest('base64url')}`)).toBeUndefined();
  });
});
