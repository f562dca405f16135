import { Injectable } from '@nestjs/common';
import { Clock, type Fault } from '../../../../libs/kernel/index.js';
import { PricedProducts } from '../../../commerce/index.js';
import { ClaimIdentifiers } from './claim-identifiers.js';
import { DataSheets } from './data-sheets.js';
import { EndedPassports } from './ended-passports.js';
import { MeasuredContent } from './measured-content.js';
import { NamedFiles } from './named-files.js';
import { NamePassports } from './name-passports.js';
import { qrTarget } from '../../versions/domain/index.js';
import { nameAtPublication, printedFaults } from '../domain/envelope.js';
import { issuerFaults, newerGranularityFaults } from '../domain/publish-guards.js';
import type { Actor } from '../../passport/domain/index.js';
import type { Passport, StoredVersion } from '../ports/passport-book.js';
import { PassportValidator } from '../ports/passport-validator.js';
import { PassportStores, DppSettings } from '../../passport/index.js';
import type { Publication } from '../ports/publications.js';
import { FindTemplate, type StoredTemplate } from '../../templates/index.js';
import type { TemplateDocument } from '../../templates/domain/index.js';

/** A version as it would be published, its public content, and the reasons that prevent publication. */
export interface Prepared {
  readonly version: StoredVersion;
  readonly publication: Publication;
  readonly faults: readonly Fault[];
  /** Faults of this item alone: its identifier belongs to another product, or its product is recycled. */
  readonly identityFaults: readonly Fault[];
}

/** Creates the content that publication freezes: name, issuer, score, public view and JSON-LD. Read-only. */
@Injectable()
export class PreparePublication {
  constructor(
    private readonly validator: PassportValidator,
    private readonly stores: PassportStores,
    private readonly products: PricedProducts,
    private readonly settings: DppSettings,
    private readonly identifiers: ClaimIdentifiers,
    private readonly sheets: DataSheets,
    private readonly measured: MeasuredContent,
    private readonly names: NamePassports,
    private readonly ended: EndedPassports,
    private readonly files: NamedFiles,
    private readonly templates: FindTemplate,
    private readonly clock: Clock,
  ) {}

  async prepare(passport: Passport, own: StoredVersion, template: StoredTemplate, actor: Actor): Promise<Prepared> {
    const { content: work, taken } = await this.sheets.filled(own, template.document);
    const hasSheets = own.modelPassport !== null || own.batchPassport !== null;
    const store = await this.stores.byId(work.storeId);
    const product = work.productName === null ? (await this.products.bySkus([work.sku])).get(work.sku) : undefined;
    const now = this.clock.now().toISOString();
    const version: StoredVersion = {
      ...work,
      status: 'published',
      productName: nameAtPublication(work, product?.name, store?.locale),
      issuer: await this.stores.issuerOf(work.storeId),
      publishedAt: now,
      takenFromSheets: hasSheets ? [...new Set([...own.takenFromSheets, ...taken])] : [],
      updatedAt: now,
    };
    // Checks measured values, but stores the authored ones.
    const measured = await this.measured.measured(work, template.document);
    const filed = await this.files.filed({ ...version, dppPayload: measured.version.dppPayload }, template.document);
    const { view, score, parts, faults } = await this.validator.publication(
      actor,
      await this.names.linked(filed.version),
      template.document,
      measured.points,
      filed.files,
    );
    const identityFaults = [
      ...(await this.identifiers.faults(version)),
      ...(await this.ended.publicationFaults([version])),
    ];
    return {
      version: { ...version, completenessScore: score },
      publication: {
        view,
        parts,
        files: filed.named,
        qrTarget: passport.qrTarget ?? qrTarget(version, this.settings.publicBaseUrl),
      },
      faults: [
        ...issuerFaults(version.issuer),
        ...filed.faults,
        ...faults,
        // The data sheets may have another GTIN now.
        ...(passport.qrTarget === null ? [] : printedFaults({ ...passport, gtin: passport.printedGtin }, version)),
        ...(await this.newerFaults(version, template.document)),
        ...identityFaults,
        ...(await this.sheets.faults(own, template.document)),
      ],
      identityFaults,
    };
  }

  private async newerFaults(version: StoredVersion, template: TemplateDocument): Promise<readonly Fault[]> {
    const newest = await this.templates.named(template.code, null);
    return newerGranularityFaults(version, template, newest.document);
  }
}
