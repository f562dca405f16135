import type { IdentifierHolder } from '../../passport/domain/index.js';

/** An identifier that two holders published under before uniqueness was enforced. */
export interface SharedIdentifier {
  readonly identifier: string;
  /** The holder that published first. */
  readonly holder: IdentifierHolder;
  readonly other: IdentifierHolder;
}

/** Holders of all identifiers that were ever published or are reserved, in the form of `productIdentifier`. */
export abstract class ProductIdentifiers {
  /** The holder that prevents this one from publishing; undefined if it may publish. */
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
   * Releases identifiers that were never published and are not in a notice. Only inside `Transactions.write`, after the
   * notices of the reserved items.
   */
  abstract giveBack(identifiers: readonly string[]): Promise<void>;

  /** Sorted by identifier, after this one (empty: from the start), at most `count`. */
  abstract shared(after: string, count: number): Promise<readonly SharedIdentifier[]>;
}
