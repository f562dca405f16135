/** Long-lived secrets of programs. */
export abstract class Secrets {
  /** A new random token of at least 256 bits. */
  abstract make(): string;

  /** The digest by which a token is kept and found; a random token needs no slow one. */
  abstract digest(token: string): string;
}
