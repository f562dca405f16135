import type { TokenClaims } from '../domain/claims.js';

/** Whom a token speaks for: one of our own users, or a customer of a trusted shop by the customer number. */
export type Asserted = ({ readonly by: 'us' } & TokenClaims) | { readonly by: 'shop'; readonly customerNumber: string };

/** Signed tokens with an end (wire.md §6). Whether the user still exists and may act is another question. */
export abstract class Tokens {
  /** A new token, good for 60 minutes from `now`. */
  abstract issue(claims: TokenClaims, now: Date): string;

  /** Undefined for whatever isn't in force at `now` or isn't signed by the key that its `kid` and issuer name. */
  abstract read(token: string, now: Date): Promise<Asserted | undefined>;
}
