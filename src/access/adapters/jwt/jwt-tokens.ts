import { JwtService } from '@nestjs/jwt';
import { assertedNumber, isInForce, readClaims, type TokenClaims, tokenPayload } from '../../domain/claims.js';
import { type Asserted, Tokens } from '../../ports/tokens.js';
import type { KeyRing } from './key-ring.js';
import { isOwn } from './keys.js';
import { type Seen, SeenTokens } from './seen-tokens.js';
import { type Payload, verified } from './verify.js';

/** Longer ones are nobody's. */
const LONGEST = 8 * 1024;

const jwt = new JwtService({});

const objectIn = (value: unknown): Payload | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Payload) : undefined;

/** The key that the token says has signed it; proves nothing. */
const namedKey = (token: string): { readonly kid: string; readonly issuer: string } | undefined => {
  if (token.length > LONGEST) return undefined;
  try {
    const said = objectIn(jwt.decode(token, { complete: true }));
    const [header, payload] = [objectIn(said?.['header']), objectIn(said?.['payload'])];
    const [kid, issuer] = [header?.['kid'], payload?.['iss']];
    // An extension that must be understood isn't.
    if (!header || typeof kid !== 'string' || typeof issuer !== 'string' || 'crit' in header) return undefined;
    return { kid, issuer };
  } catch {
    return undefined;
  }
};

/** JSON Web Tokens (wire.md §6). */
export class JwtTokens extends Tokens {
  private readonly seen = new SeenTokens();

  constructor(private readonly ring: KeyRing) {
    super();
  }

  issue(claims: TokenClaims, now: Date): string {
    const { kid, algorithm, issuer, audience, signs } = this.ring.signingKey;
    return jwt.sign(tokenPayload(claims, now), { privateKey: signs, algorithm, keyid: kid, issuer, audience });
  }

  async read(token: string, now: Date): Promise<Asserted | undefined> {
    const seen = await this.signed(token, now);
    if (!seen || !isInForce(seen.payload, now)) return undefined;
    const { key, payload } = seen;
    if (isOwn(key)) {
      const claims = readClaims(payload);
      return claims && { by: 'us', ...claims };
    }
    const customerNumber = assertedNumber(payload, key.customerNumberClaim ?? '');
    return customerNumber === undefined ? undefined : { by: 'shop', customerNumber };
  }

  /** The token with the key that has signed it: the one that its `kid` and issuer name at this moment. */
  private async signed(token: string, now: Date): Promise<Seen | undefined> {
    const before = this.seen.get(token);
    const named = before ?? namedKey(token);
    const key = named && (await this.ring.find(named.kid, named.issuer, now));
    if (!key || before?.key === key) return key && before;
    const payload = await verified(key, token);
    if (!payload) return undefined;
    const seen: Seen = { kid: named.kid, issuer: named.issuer, key, payload };
    this.seen.keep(token, seen);
    return seen;
  }
}
