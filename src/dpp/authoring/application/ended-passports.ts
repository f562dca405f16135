import { Injectable } from '@nestjs/common';
import type { Fault } from '../../../../libs/kernel/index.js';
import { endedFaults, type PassportContent, productIdentifier, recycledFault } from '../../passport/domain/index.js';
import type { StoredVersion } from '../ports/passport-book.js';
import { PassportNotices } from '../ports/passport-notices.js';

type NamedProduct = Pick<PassportContent, 'gtin' | 'batch' | 'serial'>;

/**
 * After recycling a passport ceases to exist (passports.md, "Notices"). Asked inside `Transactions.write`, behind the
 * passport's lock, what is answered stays true until that is through.
 */
@Injectable()
export class EndedPassports {
  constructor(private readonly notices: PassportNotices) {}

  /** What keeps a passport from being revised or handed on. */
  async faults(passportId: number): Promise<readonly Fault[]> {
    return endedFaults(passportId, await this.notices.of(passportId));
  }

  /** What keeps a version from being published: that its passport has ended, or another one of the same product. */
  async publicationFaults(version: Pick<StoredVersion, 'passportId'> & NamedProduct): Promise<readonly Fault[]> {
    const own = await this.faults(version.passportId);
    return own.length > 0 ? own : this.productFaults([version]);
  }

  /** What keeps these products from having a passport. */
  async productFaults(products: readonly NamedProduct[]): Promise<readonly Fault[]> {
    const identifiers = products.flatMap((product) => productIdentifier(product) ?? []);
    const recycled = await this.notices.recycled(identifiers);
    return recycled.map(({ identifier, passportId }) => recycledFault(identifier, passportId));
  }
}
