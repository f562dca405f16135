import type { TokenClaims } from '../domain/claims.js';

/** Creates tokens and credentials of programs. */
export abstract class Secrets {
  /** Creates a random token of at least 256 bits. */
  abstract generate(): string;

  /** Creates an OAuth consumer key, token or secret: 32 random characters of `0-9a-z`. */
  abstract credential(): string;

  /** The digest for storing and finding a token. Random tokens do not need a slow hash. */
  abstract digest(token: string): string;
}

/** A password hash function whose parameters are stored in the hash. Intentionally slow. */
export abstract class PasswordHashing {
  /** A hash with its own salt, at most 128 characters. */
  abstract hash(password: string): Promise<string>;

  /** Whether the password matches the hash; false if the text is not a hash. */
  abstract verify(hash: string, password: string): Promise<boolean>;

  /** Waits as long as recent checks took, without doing any work. */
  abstract pretend(): Promise<void>;
}

/** The subject of a token: a user of Kontor, or a customer of a trusted shop by customer number. */
export type Asserted = ({ readonly by: 'us' } & TokenClaims) | { readonly by: 'shop'; readonly customerNumber: string };

/** Signed tokens that expire (access.md, "Tokens"). Does not check whether the user exists and is active. */
export abstract class Tokens {
  /** Creates a token that is valid for 60 minutes from `now`. */
  abstract issue(claims: TokenClaims, now: Date): string;

  /** Undefined unless the token is valid at `now` and signed by the key for its `kid` and issuer. */
  abstract read(token: string, now: Date): Promise<Asserted | undefined>;
}
