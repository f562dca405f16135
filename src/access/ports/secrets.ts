import type { TokenClaims } from '../domain/claims.js';

/** Long-lived secrets of programs. */
export abstract class Secrets {
  /** A new random token of at least 256 bits. */
  abstract generate(): string;

  /** A new consumer key, token or secret of OAuth: 32 random characters of `0-9a-z`. */
  abstract credential(): string;

  /** The digest for storing and finding a token; a random token needs no slow hash. */
  abstract digest(token: string): string;
}

/** A password hash function whose parameters are part of the hash; slow on purpose. */
export abstract class PasswordHashing {
  /** A new hash with its own salt, at most 128 characters. */
  abstract hash(password: string): Promise<string>;

  /** Whether this is the password of the hash. A text that is no hash has none. */
  abstract verify(hash: string, password: string): Promise<boolean>;

  /** Waits as long as recent checks took, without doing their work. */
  abstract pretend(): Promise<void>;
}

/** Whom a token speaks for: one of our own users, or a customer of a trusted shop by the customer number. */
export type Asserted = ({ readonly by: 'us' } & TokenClaims) | { readonly by: 'shop'; readonly customerNumber: string };

/** Signed tokens with an end (access.md, "Tokens"). Whether the user still exists and may act is another question. */
export abstract class Tokens {
  /** A new token, good for 60 minutes from `now`. */
  abstract issue(claims: TokenClaims, now: Date): string;

  /** Undefined for whatever isn't in force at `now` or isn't signed by the key that its `kid` and issuer name. */
  abstract read(token: string, now: Date): Promise<Asserted | undefined>;
}
