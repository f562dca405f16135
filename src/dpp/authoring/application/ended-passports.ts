import { Injectable } from '@nestjs/common';
import type { Fault } from '../../../../libs/kernel/index.js';
import { endedFaults, type PassportContent, productIdentifier, recycledFault } from '../../passport/domain/index.js';
import type { StoredVersion } from '../ports/passport-book.js';
import { PassportNotices } from '../ports/passport-notices.js';

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
    return endedFaults(passportId, await this.notices.of(passportId));
  }

  /** Reasons that prevent publication: the passport, or another one of the same product, has ended. */
  async publicationFaults(version: Pick<StoredVersion, 'passportId'> & NamedProduct): Promise<readonly Fault[]> {
    const own = await this.faults(version.passportId);
    return own.length > 0 ? own : this.productFaults([version]);
  }

  /** Reasons why these products cannot have a passport. */
  async productFaults(products: readonly NamedProduct[]): Promise<readonly Fault[]> {
    const identifiers = products.flatMap((product) => productIdentifier(product) ?? []);
    const recycled = await this.notices.recycled(identifiers);
    return recycled.map(({ identifier, passportId }) => recycledFault(identifier, passportId));
  }
}
