import { Injectable } from '@nestjs/common';
import { type Day, periodHolds } from '../../../../libs/kernel/index.js';
import { componentPassports, followedPassports, type PassportContent } from '../../passport/domain/index.js';
import { DppSettings, PassportStores } from '../../passport/index.js';
import { pageUrl } from '../../versions/domain/index.js';
import { type NamedPassport, withLinks } from '../domain/public-links.js';
import { type LastPublished, PassportBook } from '../ports/passport-book.js';

/** Public names of predecessors and components in this service (passports.md, "Predecessors and successors"). */
@Injectable()
export class NamePassports {
  constructor(
    private readonly book: PassportBook,
    private readonly stores: PassportStores,
    private readonly settings: DppSettings,
  ) {}

  /** Replaces IDs with public URLs where the passport may be named in public. */
  async linked<C extends PassportContent>(content: C): Promise<C> {
    const ids = [...new Set([...followedPassports(content), ...componentPassports(content)])];
    if (ids.length === 0) return content;
    const days = new Map<number, Day | undefined>();
    const named = new Map<number, NamedPassport>();
    for (const one of await this.book.lastPublished(ids)) {
      if (!days.has(one.storeId)) days.set(one.storeId, await this.stores.today(one.storeId));
      const found = this.named(one, days.get(one.storeId));
      if (found) named.set(one.passportId, found);
    }
    return withLinks(content, named);
  }

  /** Undefined before the passport becomes valid. */
  private named(one: LastPublished, today: Day | undefined): NamedPassport | undefined {
    if (today === undefined || (one.validFrom !== null && one.validFrom > today)) return undefined;
    return {
      address: pageUrl(one.uuid, this.settings.publicBaseUrl),
      isPublic: one.status === 'published' && periodHolds({ from: one.validFrom, to: one.validTo }, today),
    };
  }
}
