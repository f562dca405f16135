import { Injectable } from '@nestjs/common';
import { type Fault, refuse, sentence } from '../../../../libs/kernel/index.js';
import { productIdentifier } from '../../passport/domain/index.js';
import type { StoredVersion } from '../ports/passport-book.js';
import { ProductIdentifiers, type SharedIdentifier } from '../ports/product-identifiers.js';

/** How many shared identifiers an answer tells. */
export const SHARED_MAX = 1000;

const taken = (identifier: string, sku: string): Fault =>
  sentence(
    'The identifier %identifier belongs to the product %sku for ever: no other product can be published under it.',
    { identifier, sku },
    'gtin',
  );

/** An identifier is one product's for ever (passports.md, "Whose an identifier is"), whatever becomes of its passports. */
@Injectable()
export class ClaimIdentifiers {
  constructor(private readonly identifiers: ProductIdentifiers) {}

  /** What keeps a version from being published, as far as is known before. */
  async faults(version: StoredVersion): Promise<readonly Fault[]> {
    const identifier = productIdentifier(version);
    const holder = identifier && (await this.identifiers.holderBut(identifier, version.sku));
    return identifier && holder ? [taken(identifier, holder)] : [];
  }

  /** Only inside `Transactions.write`: of two products that are published under one identifier one is refused. */
  async claim({ publishedAt, ...version }: StoredVersion): Promise<void> {
    const identifier = productIdentifier(version);
    if (!identifier || publishedAt === null) return;
    const holder = await this.identifiers.claim(identifier, version.sku, publishedAt);
    if (holder !== undefined) refuse([taken(identifier, holder)]);
  }

  /** Items of one product, before they are published: their codes are printed already. */
  async reserve(
    items: readonly Pick<StoredVersion, 'gtin' | 'batch' | 'serial'>[],
    sku: string,
    at: Date,
  ): Promise<void> {
    const identifiers = items.flatMap((item) => productIdentifier(item) ?? []);
    const other = await this.identifiers.claimAll(identifiers, sku, at.toISOString());
    if (other) refuse([taken(other.identifier, other.sku)]);
  }

  shared(after: string): Promise<readonly SharedIdentifier[]> {
    return this.identifiers.shared(after, SHARED_MAX);
  }
}
