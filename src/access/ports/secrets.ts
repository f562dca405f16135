/** Long-lived secrets of programs. */
export abstract class Secrets {
  /** A new random token of at least 256 bits. */
  abstract generate(): string;

  /** A new consumer key, token or secret of OAuth: 32 random characters of `0-9a-z`. */
  abstract credential(): string;

  /** The digest for storing and finding a token; a random token needs no slow hash. */
  abstract digest(token: string): string;
}
