import type { IdentifierHolder } from '../../passport/domain/index.js';

/** An identifier under which two holders published before uniqueness was enforced. */
export interface SharedIdentifier {
  readonly identifier: string;
  /** The holder that published first. */
  readonly holder: IdentifierHolder;
  readonly other: IdentifierHolder;
}

/**
 * Holders of all identifiers that were ever published or are reserved. Identifiers have the form that
 * `productIdentifier` returns.
 */
export abstract class ProductIdentifiers {
  /** Another holder that prevents this one from publishing; undefined if it may publish. */
  abstract holderBut(identifier: string, own: IdentifierHolder): Promise<IdentifierHolder | undefined>;

  /**
   * Permanently assigns free identifiers to one holder. Only inside `Transactions.write`. Returns the first that belongs
   * to another holder, as decided by the database: of two competing holders, one waits for the other. With `at` null,
   * they are only reserved until published or released.
   */
  abstract claim(
    identifiers: readonly string[],
    own: IdentifierHolder,
    at: string | null,
  ): Promise<{ readonly identifier: string; readonly holder: IdentifierHolder } | undefined>;

  /**
   * Releases identifiers that were never published and are in no notice. Only inside `Transactions.write`, after
   * deleting the notices of the reserved items.
   */
  abstract giveBack(identifiers: readonly string[]): Promise<void>;

  /** Shared identifiers in ascending order, after this one (empty for all), at most `count`. */
  abstract shared(after: string, count: number): Promise<readonly SharedIdentifier[]>;
}
