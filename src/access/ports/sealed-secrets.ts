/** A stored secret. */
export interface SealedSecret {
  /** The column that it is stored in; nobody else's business. */
  readonly column: string;
  /** Whose it is: an integration's, or that of another room. */
  readonly holder: 'integration' | 'webhook';
  readonly holderId: number;
  readonly sealed: string;
  /** Whose it is (`SecretBox`). */
  readonly about: string;
}

/** All secrets of a room that are stored sealed, for whoever puts them under another key. */
export abstract class SealedSecrets {
  /** As they stand in the ambient transaction. */
  abstract all(): Promise<readonly SealedSecret[]>;

  /** Puts another one in its place, if it is still there; in the ambient write transaction. Whether it was. */
  abstract replace(secret: SealedSecret, sealed: string): Promise<boolean>;
}

/** Secrets that other rooms keep sealed; each room brings its own. */
export class SealedElsewhere {
  private readonly kept: SealedSecrets[] = [];

  bring(secrets: SealedSecrets): void {
    this.kept.push(secrets);
  }

  get all(): readonly SealedSecrets[] {
    return this.kept;
  }
}
