import { Injectable } from '@nestjs/common';
import type { Fault } from '../../../../libs/kernel/index.js';
import { endedFaults, type PassportContent, productIdentifier, recycledFault } from '../../passport/domain/index.js';
import type { StoredVersion } from '../ports/passport-book.js';
import { PassportNotices } from '../ports/publications.js';

type NamedProduct = Pick<PassportContent, 'gtin' | 'batch' | 'serial'>;

/**
 * A recycled product has no passport anymore (passports.md, "Notices"). Inside `Transactions.write`, after locking the
 * passport, the answers stay true until the transaction ends.
 */
@Injectable()
export class EndedPassports {
  constructor(private readonly notices: PassportNotices) {}

  /** Reasons that prevent revising or transferring a passport. */
  async faults(passportId: number): Promise<readonly Fault[]> {
    return endedFaults(passportId, await this.notices.find(passportId));
  }

  /** Reasons that prevent publication: one of the passports, or another one of the same product, has ended. */
  async publicationFaults(
    versions: readonly (Pick<StoredVersion, 'id' | 'passportId'> & NamedProduct)[],
  ): Promise<readonly Fault[]> {
    // A passport whose version is not stored yet has never ended.
    for (const { passportId } of versions.filter(({ id }) => id !== 0)) {
      const own = await this.faults(passportId);
      if (own.length > 0) return own;
    }
    return this.productFaults(versions);
  }

  /** Reasons why these products cannot have a passport. */
  async productFaults(products: readonly NamedProduct[]): Promise<readonly Fault[]> {
    const identifiers = products.flatMap((product) => productIdentifier(product) ?? []);
    const recycled = await this.notices.recycled(identifiers);
    return recycled.map(({ identifier, passportId }) => recycledFault(identifier, passportId));
  }
}
