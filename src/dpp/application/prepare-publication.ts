import { Injectable } from '@nestjs/common';
import { Clock, type Fault } from '../../../libs/kernel/index.js';
import { passportUrls, qrTarget } from '../domain/addresses.js';
import { nameAtPublication } from '../domain/envelope.js';
import { passportJsonLd } from '../domain/passport-jsonld.js';
import { publicPassport } from '../domain/public-view.js';
import { issuerFaults } from '../domain/publish-guards.js';
import type { Passport, StoredVersion } from '../ports/passport-book.js';
import { PassportStores, ProductNames } from '../ports/passport-stores.js';
import type { Publication } from '../ports/publications.js';
import type { StoredTemplate } from '../ports/templates.js';
import { Digests } from '../ports/uuids.js';
import { JudgePassport } from './judge-passport.js';
import { DppSettings } from './settings.js';

/** A version as it would be published now, what would be read of it, and what keeps it from that. */
export interface Prepared {
  readonly version: StoredVersion;
  readonly publication: Publication;
  readonly faults: readonly Fault[];
}

/** Makes what a publication freezes: name, issuer, score, the public view and its JSON-LD. Writes nothing. */
@Injectable()
export class PreparePublication {
  constructor(
    private readonly judge: JudgePassport,
    private readonly stores: PassportStores,
    private readonly products: ProductNames,
    private readonly digests: Digests,
    private readonly settings: DppSettings,
    private readonly clock: Clock,
  ) {}

  async of(passport: Passport, work: StoredVersion, template: StoredTemplate): Promise<Prepared> {
    const { publicBaseUrl } = this.settings;
    const store = await this.stores.byId(work.storeId);
    const name = work.productName === null ? await this.products.of(work.sku) : undefined;
    const now = this.clock.now().toISOString();
    const version: StoredVersion = {
      ...work,
      status: 'published',
      productName: nameAtPublication(work, name, store?.locale),
      issuer: store?.issuer ?? null,
      completenessScore: this.judge.score(work, template.document).score,
      publishedAt: now,
      updatedAt: now,
    };
    const urls = passportUrls(version, publicBaseUrl);
    const view = publicPassport(version, template.document, urls, (text) => this.digests.sha256(text));
    const document = passportJsonLd(view, template.document, publicBaseUrl);
    return {
      version,
      publication: {
        view,
        jsonld: JSON.stringify(document, null, 2),
        qrTarget: passport.qrTarget ?? qrTarget(version, publicBaseUrl),
      },
      faults: [
        ...issuerFaults(version.issuer),
        ...(await this.judge.publicationFaults(version, template.document, document)),
      ],
    };
  }
}
