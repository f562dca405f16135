import { Injectable } from '@nestjs/common';
import { Clock, type Fault } from '../../../../libs/kernel/index.js';
import { PricedProducts } from '../../../commerce/index.js';
import { qrTarget } from '../domain/addresses.js';
import { nameAtPublication } from '../domain/envelope.js';
import { issuerFaults } from '../domain/publish-guards.js';
import type { Actor } from '../../passport/domain/index.js';
import type { Passport, StoredVersion } from '../ports/passport-book.js';
import { PassportJudge } from '../ports/passport-judge.js';
import { PassportStores, DppSettings } from '../../passport/index.js';
import type { Publication } from '../ports/publications.js';
import type { StoredTemplate } from '../../templates/index.js';

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
    private readonly judge: PassportJudge,
    private readonly stores: PassportStores,
    private readonly products: PricedProducts,
    private readonly settings: DppSettings,
    private readonly clock: Clock,
  ) {}

  async of(passport: Passport, work: StoredVersion, template: StoredTemplate, actor: Actor): Promise<Prepared> {
    const store = await this.stores.byId(work.storeId);
    const product = work.productName === null ? (await this.products.bySkus([work.sku])).get(work.sku) : undefined;
    const now = this.clock.now().toISOString();
    const version: StoredVersion = {
      ...work,
      status: 'published',
      productName: nameAtPublication(work, product?.name, store?.locale),
      issuer: store?.issuer ?? null,
      publishedAt: now,
      updatedAt: now,
    };
    const { view, jsonld, faults } = await this.judge.publication(actor, version, template.document);
    return {
      version: { ...version, completenessScore: view.completeness_score },
      publication: {
        view,
        jsonld,
        qrTarget: passport.qrTarget ?? qrTarget(version, this.settings.publicBaseUrl),
      },
      faults: [...issuerFaults(version.issuer), ...faults],
    };
  }
}
