import type { VerifyingKey } from './keys.js';
import type { Payload } from './verify.js';

/** A token whose signature was found to be good. */
export interface Seen {
  readonly kid: string;
  readonly issuer: string;
  /** The key that it was checked with: while the ring still gives this one, the signature needs no second check. */
  readonly key: VerifyingKey;
  readonly payload: Payload;
}

const MOST = 4_000;

/** Tokens seen lately, so that a signature is checked once and not with each request; says nothing of time or user. */
export class SeenTokens {
  private readonly tokens = new Map<string, Seen>();

  get(token: string): Seen | undefined {
    return this.tokens.get(token);
  }

  /** The one kept longest goes first. */
  keep(token: string, seen: Seen): void {
    this.tokens.delete(token);
    this.tokens.set(token, seen);
    if (this.tokens.size <= MOST) return;
    const [oldest] = this.tokens.keys();
    if (oldest !== undefined) this.tokens.delete(oldest);
  }
}
