/** Unguessable tokens and their stored form. */
export abstract class GrantTokens {
  /** Returns a token of 256 random bits. */
  abstract generate(): string;

  /** SHA-256 is enough, because a token has too many bits to try. */
  abstract digestOf(token: string): string;
}
