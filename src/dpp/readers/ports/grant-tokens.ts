/** Tokens that nobody guesses, and what is stored of them. */
export abstract class GrantTokens {
  /** Of 256 random bits. */
  abstract make(): string;

  /** SHA-256: a token has more bits than anybody can try, so nothing slower is needed. */
  abstract digestOf(token: string): string;
}
