import { Injectable } from '@nestjs/common';
import type { Fault } from '../../../../libs/kernel/index.js';
import {
  endedFaults,
  noticeStatusesAfter,
  type PassportContent,
  productIdentifier,
  recycledFault,
} from '../../passport/domain/index.js';
import { FindTemplate } from '../../templates/index.js';
import { ARCHIVED_TOO_EARLY, needsPassport } from '../domain/publish-guards.js';
import type { StoredVersion } from '../ports/passport-book.js';
import { PassportNotices } from '../ports/publications.js';

type NamedProduct = Pick<PassportContent, 'gtin' | 'batch' | 'serial'>;

/**
 * A recycled product no longer has a passport (passports.md, "Notices"). If called inside `Transactions.write` after
 * locking the passport, the answers stay true until the transaction ends.
 */
@Injectable()
export class EndedPassports {
  constructor(
    private readonly notices: PassportNotices,
    private readonly templates: FindTemplate,
  ) {}

  /** A warning for a version that was archived although the law requires its passport to stay readable. */
  async archivedWarning(version: StoredVersion): Promise<string | undefined> {
    if (noticeStatusesAfter(version.archiveReason).length === 0) return undefined;
    if ((await this.notices.find(version.passportId))?.status === 'recycled') return undefined;
    const { document } = await this.templates.ofVersion(version);
    const { document: newest } = await this.templates.named(document.code, null);
    return needsPassport(version, document, newest) ? ARCHIVED_TOO_EARLY : undefined;
  }

  /** Reasons that prevent revising or transferring a passport. */
  async faults(passportId: number): Promise<readonly Fault[]> {
    return endedFaults(passportId, await this.notices.find(passportId));
  }

  /** Reasons that prevent publication: one of the passports has ended, or another passport of the same product has. */
  async publicationFaults(
    versions: readonly (Pick<StoredVersion, 'id' | 'passportId'> & NamedProduct)[],
  ): Promise<readonly Fault[]> {
    // A passport whose version is not stored yet cannot have ended.
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
