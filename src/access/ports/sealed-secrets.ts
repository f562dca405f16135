/** A stored secret. */
export interface SealedSecret {
  /** The column that it is stored in; nobody else's business. */
  readonly column: string;
  readonly integrationId: number;
  readonly sealed: string;
  /** Whose it is (`SecretBox`). */
  readonly about: string;
}

/** All secrets of the room that are stored sealed, for whoever puts them under another key. */
export abstract class SealedSecrets {
  /** As they stand in the ambient transaction. */
  abstract all(): Promise<readonly SealedSecret[]>;

  /** Puts another one in its place, if it is still there; in the ambient write transaction. Whether it was. */
  abstract replace(secret: SealedSecret, sealed: string): Promise<boolean>;
}
