import { Injectable } from '@nestjs/common';
import { type Fault, grouped, refuse, sentence } from '../../../../libs/kernel/index.js';
import { type IdentifierHolder, productIdentifier } from '../../passport/domain/index.js';
import type { StoredVersion } from '../ports/passport-book.js';
import { ProductIdentifiers, type SharedIdentifier } from '../ports/product-identifiers.js';

export const SHARED_MAX = 1000;

const holderIn = ({ sku, batch }: IdentifierHolder): IdentifierHolder => ({ sku, batch });

const taken = (identifier: string, { sku, batch }: IdentifierHolder, own: IdentifierHolder): Fault => {
  if (sku !== own.sku)
    return sentence(
      'The identifier %identifier permanently belongs to the product %sku, so no other product can be published under it. Use another identifier.',
      { identifier, sku },
      'gtin',
    );
  if (batch === null)
    return sentence(
      'The identifier %identifier permanently belongs to an item of the product %sku without a batch, so no item of a batch can be published under it. Use another identifier.',
      { identifier, sku },
      'serial',
    );
  return sentence(
    'The identifier %identifier permanently belongs to an item of the product %sku, batch %batch, so no other item can be published under it. Use another identifier.',
    { identifier, sku, batch },
    'serial',
  );
};

type Model = Pick<StoredVersion, 'sku' | 'gtin' | 'batch'>;
type NamedItem = Model & Pick<StoredVersion, 'serial'>;

const identifiersOf = (of: Model, serials: readonly string[]): readonly string[] =>
  serials.flatMap((serial) => productIdentifier({ ...of, serial }) ?? []);

/**
 * A product identifier belongs to one product forever, and that of an item to one item, even after its passport has
 * ended (passports.md, "Ownership of identifiers").
 */
@Injectable()
export class ClaimIdentifiers {
  constructor(private readonly identifiers: ProductIdentifiers) {}

  /** Faults that prevent publication, as far as they are known beforehand. */
  async faults(version: StoredVersion): Promise<readonly Fault[]> {
    const identifier = productIdentifier(version);
    const holder = identifier && (await this.identifiers.holderBut(identifier, holderIn(version)));
    return identifier && holder ? [taken(identifier, holder, version)] : [];
  }

  /**
   * For versions that are published now. Only inside `Transactions.write`. If two holders publish under one identifier,
   * one is refused.
   */
  async claim(versions: readonly StoredVersion[]): Promise<void> {
    const alike = grouped(versions, ({ sku, batch, publishedAt }) => JSON.stringify([sku, batch, publishedAt]));
    for (const [first, ...others] of alike.values())
      if (first) await this.claimAll([first, ...others], first, first.publishedAt);
  }

  /** Same as `claim`, for items of one product and batch that are published later. */
  reserve(of: Model, serials: readonly string[]): Promise<void> {
    return this.claimAll(
      serials.map((serial) => ({ ...of, serial })),
      of,
      null,
    );
  }

  private async claimAll(items: readonly NamedItem[], own: Model, at: string | null): Promise<void> {
    const identifiers = items.flatMap((item) => productIdentifier(item) ?? []);
    const found = await this.identifiers.claim(identifiers, holderIn(own), at);
    if (found) refuse([taken(found.identifier, found.holder, own)]);
  }

  /**
   * Releases identifiers of items that were reserved but never published. Only inside `Transactions.write`, after
   * deleting their notices.
   */
  giveBack(of: Model, serials: readonly string[]): Promise<void> {
    return this.identifiers.giveBack(identifiersOf(of, serials));
  }

  shared(after: string): Promise<readonly SharedIdentifier[]> {
    return this.identifiers.shared(after, SHARED_MAX);
  }
}
