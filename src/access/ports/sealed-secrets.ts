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

/**
 * Encrypts secrets that are needed in plain text, so that a copied database alone does not reveal them (access.md,
 * "Encryption keys").
 */
export abstract class SecretBox {
  /**
   * The encrypted form of a secret, at most 255 characters. `about` identifies the owner and is not stored: a secret
   * encrypted for one owner cannot be decrypted for another. Call it in the write transaction that stores the secret,
   * so that no key is removed in between. `StateConflict` without a key.
   */
  abstract seal(secret: string, about: string): string;

  /**
   * The secret. Undefined, and logged, if its key is lost; undefined if it was encrypted for another owner or purpose.
   */
  abstract open(sealed: string, about: string): string | undefined;

  /** Makes a key, where keys aren't the operator's to make. In a write transaction, as all that changes keys. */
  abstract renew(): void;

  /** The id of the key under which is sealed now. `StateConflict` where there is none. */
  abstract keyId(): string;

  /** Whether this was sealed under the key with this id. */
  abstract isUnder(sealed: string, keyId: string): boolean;

  /** Drops keys, where they aren't the operator's, under which none of these was sealed; never the two newest. */
  abstract dropKeysBut(sealed: readonly string[]): void;
}
