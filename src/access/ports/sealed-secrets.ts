/** A stored, encrypted secret. */
export interface SealedSecret {
  /** The column with the secret, for `replace`. */
  readonly column: string;
  /** The type of owner: an integration, or an object of another module. */
  readonly holder: 'integration' | 'webhook';
  readonly holderId: number;
  readonly sealed: string;
  /** Owner and purpose, for decryption (`SecretBox`). */
  readonly about: string;
}

/** All encrypted secrets of a module, for the key rotation. */
export abstract class SealedSecrets {
  /** The secrets as stored in the current transaction. */
  abstract all(): Promise<readonly SealedSecret[]>;

  /** Replaces a secret unless it has changed. Returns whether it did. Runs in the ambient write transaction. */
  abstract replace(secret: SealedSecret, sealed: string): Promise<boolean>;
}

/** Encrypted secrets of other modules, which register their implementations here. */
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
   * Encrypts a secret; the result has at most 255 characters. `about` identifies the owner and is not stored: a secret
   * encrypted for one owner cannot be decrypted for another. Call it in the write transaction that stores the secret,
   * so that no key is removed in between. Throws `StateConflict` without a key.
   */
  abstract seal(secret: string, about: string): string;

  /**
   * Decrypts a secret. Undefined if it was encrypted for another owner or purpose, or if its key is lost, which is
   * logged.
   */
  abstract open(sealed: string, about: string): string | undefined;

  /**
   * Creates a new key, unless the operator manages the keys. Runs in a write transaction, like all changes of keys.
   */
  abstract renew(): void;

  /** The id of the key that encrypts new secrets. Throws `StateConflict` if there is no key. */
  abstract keyId(): string;

  /** Whether a secret was encrypted with this key. */
  abstract isUnder(sealed: string, keyId: string): boolean;

  /** Removes keys that none of these secrets uses, except the newest two, unless the operator manages the keys. */
  abstract dropKeysBut(sealed: readonly string[]): void;
}
