/** The content of a link token. */
export interface LinkClaims {
  readonly documentId: number;
  /** Hash of the bytes at creation, or of the address of an external document. */
  readonly contentHash: string;
  readonly customerId: number;
  readonly websiteId: number;
  readonly expiresAt: Date;
}

/** Creates and reads link tokens, which cannot be forged. */
export abstract class LinkSeals {
  abstract seal(claims: LinkClaims): string;

  /** Undefined for a foreign or altered token. Does not check the expiry. */
  abstract open(token: string): LinkClaims | undefined;

  /** Hashes the address of an external document, for `contentHash`. */
  abstract hashOf(text: string): string;
}
