import { JwtService } from '@nestjs/jwt';
import { LRUCache } from 'lru-cache';
import { assertedNumber, isInForce, readClaims, type TokenClaims, tokenPayload } from '../../domain/claims.js';
import { type Asserted, Tokens } from '../../ports/secrets.js';
import type { KeyRing } from './key-ring.js';
import { isOwn } from './keys.js';
import { type SignedToken, TokenVerifier } from './token-verifier.js';

const CACHED_MAX = 4_000;

const jwt = new JwtService({});

/** JSON Web Tokens (access.md, "Tokens"). */
export class JwtTokens extends Tokens {
  private readonly verifier: TokenVerifier;
  /** Cache of recent tokens, so that each signature is verified only once. It does not decide about time or user. */
  private readonly seen = new LRUCache<string, SignedToken>({ max: CACHED_MAX });

  constructor(private readonly ring: KeyRing) {
    super();
    this.verifier = new TokenVerifier(ring);
  }

  issue(claims: TokenClaims, now: Date): string {
    const { kid, algorithm, issuer, audience, signs } = this.ring.signingKey;
    return jwt.sign(tokenPayload(claims, now), { privateKey: signs, algorithm, keyid: kid, issuer, audience });
  }

  async read(token: string, now: Date): Promise<Asserted | undefined> {
    const signed = await this.signed(token, now);
    if (!signed || !isInForce(signed.payload, now)) return undefined;
    const { key, payload } = signed;
    if (isOwn(key)) {
      const claims = readClaims(payload);
      return claims && { by: 'us', ...claims };
    }
    const customerNumber = assertedNumber(payload, key.customerNumberClaim ?? '');
    return customerNumber === undefined ? undefined : { by: 'shop', customerNumber };
  }

  /** A cached signature is valid as long as its key is in the key ring. */
  private async signed(token: string, now: Date): Promise<SignedToken | undefined> {
    const before = this.seen.get(token);
    if (before && (await this.ring.find(before.key.kid, before.key.issuer, now)) === before.key) return before;
    const signed = await this.verifier.verify(token, now);
    if (signed) this.seen.set(token, signed);
    return signed;
  }
}
