/** An identifier that passports of two products were published under before the database kept them apart. */
export interface SharedIdentifier {
  readonly identifier: string;
  /** Whose it is: published under it first. */
  readonly sku: string;
  readonly otherSku: string;
}

/** Whose the identifiers are that passports were ever published under; texts of `productIdentifier`. */
export abstract class ProductIdentifiers {
  /** The SKU of the product that has it if this one may not publish under it; undefined if it may. */
  abstract holderBut(identifier: string, sku: string): Promise<string | undefined>;

  /**
   * Makes it this product's for ever if it is nobody's; only inside `Transactions.write`. Answers what `holderBut` does, as the
   * database decides: of two products at once one waits for the other.
   */
  abstract claim(identifier: string, sku: string, at: string): Promise<string | undefined>;

  /** The same of many of one product; the first of them that isn't its own, with whose it is. */
  abstract claimAll(
    identifiers: readonly string[],
    sku: string,
    at: string,
  ): Promise<{ readonly identifier: string; readonly sku: string } | undefined>;

  /** By identifier, behind this one (empty: from the first), at most so many. */
  abstract shared(after: string, count: number): Promise<readonly SharedIdentifier[]>;
}
