import { Injectable } from '@nestjs/common';
import { type Fault, refuse, sentence } from '../../../../libs/kernel/index.js';
import { type IdentifierHolder, productIdentifier } from '../../passport/domain/index.js';
import type { StoredVersion } from '../ports/passport-book.js';
import { ProductIdentifiers, type SharedIdentifier } from '../ports/product-identifiers.js';

/** How many shared identifiers an answer tells. */
export const SHARED_MAX = 1000;

const holderIn = ({ sku, batch }: IdentifierHolder): IdentifierHolder => ({ sku, batch });

const taken = (identifier: string, { sku, batch }: IdentifierHolder, own: IdentifierHolder): Fault => {
  if (sku !== own.sku)
    return sentence(
      'The identifier %identifier belongs to the product %sku for ever: no other product can be published under it.',
      { identifier, sku },
      'gtin',
    );
  if (batch === null)
    return sentence(
      'The identifier %identifier belongs to an item of the product %sku without a batch for ever: no item of a batch can be published under it.',
      { identifier, sku },
      'serial',
    );
  return sentence(
    'The identifier %identifier belongs to an item of the product %sku of batch %batch for ever: no other item can be published under it.',
    { identifier, sku, batch },
    'serial',
  );
};

type Model = Pick<StoredVersion, 'sku' | 'gtin' | 'batch'>;

const identifiersOf = (of: Model, serials: readonly string[]): readonly string[] =>
  serials.flatMap((serial) => productIdentifier({ ...of, serial }) ?? []);

/**
 * An identifier is one product's for ever, and an item's one item's (passports.md, "Ownership of identifiers"),
 * whatever becomes
 * of their passports.
 */
@Injectable()
export class ClaimIdentifiers {
  constructor(private readonly identifiers: ProductIdentifiers) {}

  /** What keeps a version from being published, as far as is known before. */
  async faults(version: StoredVersion): Promise<readonly Fault[]> {
    const identifier = productIdentifier(version);
    const holder = identifier && (await this.identifiers.holderBut(identifier, holderIn(version)));
    return identifier && holder ? [taken(identifier, holder, version)] : [];
  }

  /** Only inside `Transactions.write`: of two holders that publish under one identifier one is refused. */
  async claim({ publishedAt, ...version }: StoredVersion): Promise<void> {
    const identifier = productIdentifier(version);
    if (!identifier || publishedAt === null) return;
    const holder = await this.identifiers.claim(identifier, holderIn(version), publishedAt);
    if (holder !== undefined) refuse([taken(identifier, holder, version)]);
  }

  /** The same of many items of one product and batch; before they are published (`at` null) they are only reserved. */
  async claimAll(of: Model, serials: readonly string[], at: string | null): Promise<void> {
    const found = await this.identifiers.claimAll(identifiersOf(of, serials), holderIn(of), at);
    if (found) refuse([taken(found.identifier, found.holder, of)]);
  }

  /** Of items that were reserved and never published; only inside `Transactions.write`, behind their notices. */
  giveBack(of: Model, serials: readonly string[]): Promise<void> {
    return this.identifiers.giveBack(identifiersOf(of, serials));
  }

  shared(after: string): Promise<readonly SharedIdentifier[]> {
    return this.identifiers.shared(after, SHARED_MAX);
  }
}
