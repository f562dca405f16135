/** Long-lived secrets of programs. */
export abstract class Secrets {
  /** A new random token of at least 256 bits. */
  abstract make(): string;

  /** A new consumer key, token or secret of OAuth: 32 random characters of `0-9a-z`. */
  abstract credential(): string;

  /** The digest by which a token is kept and found; a random token needs no slow one. */
  abstract digest(token: string): string;
}
