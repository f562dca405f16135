import { type DynamicModule, Module, type Provider } from '@nestjs/common';
import { Clock, Transactions } from '../../libs/kernel/index.js';
import type { Installation } from '../../libs/manifest/index.js';
import { ProcessPassportJudge } from './authoring/adapters/judging/process-passport-judge.js';
import { PassportImportJob } from './authoring/adapters/rest/passport-import-job.js';
import { RecordsPassportBook } from './authoring/adapters/records/records-passport-book.js';
import { ImportController } from './authoring/adapters/rest/import.controller.js';
import { SqlPublications } from './authoring/adapters/sql/sql-publications.js';
import {
  AuthorPassports,
  DraftsOfTemplate,
  ImportPassports,
  MovePassports,
  OneWriter,
  PassportBook,
  PassportJudge,
  PlanPassports,
  PreparePublication,
  Publications,
  ReviewPassports,
  RunPassportImport,
} from './authoring/index.js';
import { CommercePassportStores } from './passport/adapters/commerce/commerce-passport-stores.js';
import { DppSettings, PassportStores } from './passport/index.js';
import { RememberedPublishedPassports } from './public/adapters/memory/remembered-published-passports.js';
import { PageController } from './public/adapters/page/page.controller.js';
import { QrCodes } from './public/adapters/qr/qr-codes.js';
import { QrController } from './public/adapters/qr/qr.controller.js';
import { ResolverController } from './public/adapters/resolver/resolver.controller.js';
import { PublicPassportsController } from './public/adapters/rest/public-passports.controller.js';
import { ServedController } from './public/adapters/served/served.controller.js';
import { SqlPublishedPassports } from './public/adapters/sql/sql-published-passports.js';
import { PublishedPassports } from './public/index.js';
import type { PassportSettings } from './settings.js';
import { SHIPPED_TEMPLATES } from './templates/adapters/shipped/shipped-templates.js';
import { SqlTemplates } from './templates/adapters/sql/sql-templates.js';
import {
  FindTemplate,
  ManageTemplates,
  PassportsOfTemplate,
  ShipTemplates,
  TemplateJudge,
  Templates,
} from './templates/index.js';

const PORTS: readonly Provider[] = [
  { provide: PassportStores, useClass: CommercePassportStores },
  { provide: Templates, useClass: SqlTemplates },
  { provide: PassportsOfTemplate, useClass: DraftsOfTemplate },
  { provide: PassportBook, useClass: RecordsPassportBook },
  { provide: Publications, useClass: SqlPublications },
  { provide: PassportJudge, useClass: ProcessPassportJudge },
  { provide: TemplateJudge, useExisting: PassportJudge },
  SqlPublishedPassports,
  { provide: PublishedPassports, useClass: RememberedPublishedPassports },
];

const SERVICES: readonly Provider[] = [
  FindTemplate,
  ManageTemplates,
  {
    provide: ShipTemplates,
    inject: [Templates, Transactions, Clock],
    useFactory: (templates: Templates, transactions: Transactions, clock: Clock) =>
      new ShipTemplates(templates, transactions, clock, SHIPPED_TEMPLATES),
  },
  OneWriter,
  PlanPassports,
  AuthorPassports,
  PreparePublication,
  MovePassports,
  ReviewPassports,
  ImportPassports,
  { provide: RunPassportImport, useClass: PassportImportJob },
  QrCodes,
];

/** Digital product passports: templates, authoring, and what the public reads of them. */
@Module({})
export class DppModule {
  /** GraphQL's packages take tens of megabytes: commands, which answer nobody, go without. */
  static async with(own: PassportSettings, installation: Installation): Promise<DynamicModule> {
    const { face, publicBaseUrl } = installation;
    const settings = new DppSettings({
      publicBaseUrl,
      graphqlLanding: own.GRAPHQL_LANDING,
      checkMs: own.PASSPORT_CHECK_MS,
      checkProcesses: installation.processesBeside(own.PASSPORT_CHECK_PROCESSES),
      checkMb: own.PASSPORT_CHECK_MB,
    });
    const graphql = face === 'server' ? await import('./public/adapters/graphql/passport-graphql.js') : undefined;
    return {
      module: DppModule,
      imports: graphql ? [graphql.passportGraphql(settings)] : [],
      controllers: [
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
        ...(graphql?.GRAPHQL_PROVIDERS ?? []),
      ],
    };
  }
}
