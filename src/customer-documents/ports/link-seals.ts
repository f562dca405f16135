/** What a link to a document's content says. */
export interface LinkClaims {
  readonly documentId: number;
  /** Of the bytes that were there when it was made; of an external document, of its address. */
  readonly contentHash: string;
  readonly customerId: number;
  readonly websiteId: number;
  readonly expiresAt: Date;
}

/** Makes tokens of links, and tells what they say. Nobody else can make one, or change one that was made. */
export abstract class LinkSeals {
  abstract seal(claims: LinkClaims): string;

  /** Undefined if this is no token of ours, as it was made; whether it has expired isn't looked at. */
  abstract open(token: string): LinkClaims | undefined;

  /** A hash of a text: what stands in claims for the content of an external document. */
  abstract hashOf(text: string): string;
}
