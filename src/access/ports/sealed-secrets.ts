/** A stored secret. */
export interface SealedSecret {
  /** The column that contains it; internal. */
  readonly column: string;
  /** The owner: an integration, or an object of another module. */
  readonly holder: 'integration' | 'webhook';
  readonly holderId: number;
  readonly sealed: string;
  /** Owner and purpose (`SecretBox`). */
  readonly about: string;
}

/** All encrypted secrets of a module, for the key rotation. */
export abstract class SealedSecrets {
  /** The secrets as stored in the current transaction. */
  abstract all(): Promise<readonly SealedSecret[]>;

  /** Replaces a secret if it has not changed; in the ambient write transaction. Returns whether it did. */
  abstract replace(secret: SealedSecret, sealed: string): Promise<boolean>;
}

/** Encrypted secrets of other modules, which register their implementations. */
export class SealedElsewhere {
  private readonly kept: SealedSecrets[] = [];

  bring(secrets: SealedSecrets): void {
    this.kept.push(secrets);
  }

  get all(): readonly SealedSecrets[] {
    return this.kept;
  }
}
