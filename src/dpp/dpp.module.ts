import { type DynamicModule, Module, type Provider } from '@nestjs/common';
import { CommercePassportStores, CommerceProductNames } from './adapters/commerce/commerce-passport-stores.js';
import { NodeDigests, RandomUuids } from './adapters/crypto/node-crypto.js';
import { ProcessPassportJudge } from './adapters/judging/process-passport-judge.js';
import { RememberedPublishedPassports } from './adapters/memory/remembered-published-passports.js';
import { PageController } from './adapters/page/page.controller.js';
import { QrCodes } from './adapters/qr/qr-codes.js';
import { QrController } from './adapters/qr/qr.controller.js';
import { ResolverController } from './adapters/resolver/resolver.controller.js';
import { ImportController } from './adapters/rest/import.controller.js';
import { PassportsController } from './adapters/rest/passports.controller.js';
import { PublicPassportsController } from './adapters/rest/public-passports.controller.js';
import { QualityController } from './adapters/rest/quality.controller.js';
import { TemplatesController } from './adapters/rest/templates.controller.js';
import { SHIPPED_TEMPLATES } from './adapters/schema/shipped-templates.js';
import { ServedController } from './adapters/served/served.controller.js';
import { TypeOrmPassportBook } from './adapters/typeorm/typeorm-passport-book.js';
import { TypeOrmPublications } from './adapters/typeorm/typeorm-publications.js';
import { TypeOrmPublishedPassports } from './adapters/typeorm/typeorm-published-passports.js';
import { TypeOrmTemplates } from './adapters/typeorm/typeorm-templates.js';
import { AuthorPassports } from './application/author-passports.js';
import { FindTemplate } from './application/find-template.js';
import { ImportPassports } from './application/import-passports.js';
import { ManageTemplates } from './application/manage-templates.js';
import { MovePassports } from './application/move-passports.js';
import { OneWriter } from './application/one-writer.js';
import { PlanPassports } from './application/plan-passports.js';
import { PreparePublication } from './application/prepare-publication.js';
import { ShipTemplates } from './application/ship-templates.js';
import { ReviewPassports } from './application/review-passports.js';
import { DppSettings } from './application/settings.js';
import { PassportBook } from './ports/passport-book.js';
import { PassportJudge } from './ports/passport-judge.js';
import { PassportStores, ProductNames } from './ports/passport-stores.js';
import { Publications } from './ports/publications.js';
import { PublishedPassports } from './ports/published-passports.js';
import { ShippedTemplates } from './ports/shipped-templates.js';
import { Templates } from './ports/templates.js';
import { Digests, Uuids } from './ports/uuids.js';

/** Which adapter meets which port. */
const PORTS: readonly Provider[] = [
  { provide: PassportBook, useClass: TypeOrmPassportBook },
  { provide: Publications, useClass: TypeOrmPublications },
  TypeOrmPublishedPassports,
  { provide: PublishedPassports, useClass: RememberedPublishedPassports },
  { provide: Templates, useClass: TypeOrmTemplates },
  { provide: PassportStores, useClass: CommercePassportStores },
  { provide: ProductNames, useClass: CommerceProductNames },
  { provide: PassportJudge, useClass: ProcessPassportJudge },
  { provide: Uuids, useClass: RandomUuids },
  { provide: Digests, useClass: NodeDigests },
  { provide: ShippedTemplates, useValue: { all: SHIPPED_TEMPLATES } satisfies ShippedTemplates },
];

const SERVICES = [
  OneWriter,
  FindTemplate,
  ManageTemplates,
  PlanPassports,
  AuthorPassports,
  PreparePublication,
  MovePassports,
  ReviewPassports,
  ImportPassports,
  ShipTemplates,
] as const;

/** Digital product passports: templates, authoring, and what the public reads of them. */
@Module({})
export class DppModule {
  /** GraphQL's packages take tens of megabytes: commands, which answer nobody, go without. */
  static async with(settings: DppSettings, face: 'server' | 'command'): Promise<DynamicModule> {
    const graphql = face === 'server' ? await import('./adapters/graphql/passport-graphql.js') : undefined;
    return {
      module: DppModule,
      imports: graphql ? [graphql.passportGraphql(settings)] : [],
      controllers: [
        PassportsController,
        TemplatesController,
        QualityController,
        ImportController,
        PublicPassportsController,
        PageController,
        QrController,
        ResolverController,
        ServedController,
      ],
      providers: [
        { provide: DppSettings, useValue: settings },
        ...PORTS,
        ...SERVICES,
        QrCodes,
        ...(graphql?.GRAPHQL_PROVIDERS ?? []),
      ],
    };
  }
}
