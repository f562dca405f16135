/** Keeps secrets that are needed as they are, so that a copied database alone is of no use (access.md, "Keys of secrets"). */
export abstract class SecretBox {
  /**
   * What may be stored of a secret, at most 255 characters. `about` says whose it is and isn't stored: sealed for one, it
   * can't be opened for another. Within the write transaction that stores it, so that no key is dropped meanwhile.
   * `StateConflict` where there is no key to seal it under.
   */
  abstract seal(secret: string, about: string): string;

  /** The secret; undefined if its key is lost, which is logged, or if it was sealed for somebody else. */
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
