/** The content of a link token. */
export interface LinkClaims {
  readonly documentId: number;
  /** Hash of the bytes at creation, or of the URL of an external document. */
  readonly contentHash: string;
  readonly customerId: number;
  readonly websiteId: number;
  readonly expiresAt: Date;
}

/** Creates and reads link tokens that cannot be forged. */
export abstract class LinkSeals {
  abstract seal(claims: LinkClaims): string;

  /** Undefined for a forged or altered token. Does not check the expiry. */
  abstract open(token: string): LinkClaims | undefined;

  /** Hashes the URL of an external document, for `contentHash`. */
  abstract hashOf(text: string): string;
}
