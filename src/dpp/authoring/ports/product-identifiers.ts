import type { IdentifierHolder } from '../../passport/domain/index.js';

/** An identifier that passports of two holders were published under before the database kept them apart. */
export interface SharedIdentifier {
  readonly identifier: string;
  /** Whose it is: published under it first. */
  readonly holder: IdentifierHolder;
  readonly other: IdentifierHolder;
}

/** Whose the identifiers are that passports were ever published under, or are reserved for; texts of `productIdentifier`. */
export abstract class ProductIdentifiers {
  /** Who has it if this one may not publish under it; undefined if it may. */
  abstract holderBut(identifier: string, own: IdentifierHolder): Promise<IdentifierHolder | undefined>;

  /**
   * Makes it this holder's for ever if it is nobody's; only inside `Transactions.write`. Answers what `holderBut` does, as the
   * database decides: of two holders at once one waits for the other.
   */
  abstract claim(identifier: string, own: IdentifierHolder, at: string): Promise<IdentifierHolder | undefined>;

  /**
   * The same of many of one holder; the first of them that isn't its own, with whose it is. With `at` null they are only
   * reserved: its own, until they are published or given back.
   */
  abstract claimAll(
    identifiers: readonly string[],
    own: IdentifierHolder,
    at: string | null,
  ): Promise<{ readonly identifier: string; readonly holder: IdentifierHolder } | undefined>;

  /**
   * Those of them under which nothing was ever published, and which no notice speaks of, are nobody's again. Only inside
   * `Transactions.write`, behind the notices of what was reserved.
   */
  abstract giveBack(identifiers: readonly string[]): Promise<void>;

  /** By identifier, behind this one (empty: from the first), at most so many. */
  abstract shared(after: string, count: number): Promise<readonly SharedIdentifier[]>;
}
