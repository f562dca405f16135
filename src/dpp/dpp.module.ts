import { hash } from 'node:crypto';
import { type DynamicModule, Module, type Provider } from '@nestjs/common';
import { Clock, Transactions } from '../../libs/kernel/index.js';
import type { Installation } from '../../libs/manifest/index.js';
import { ReadinessCsv } from './authoring/adapters/csv/readiness-csv.js';
import { ProcessPassportJudge } from './authoring/adapters/judging/process-passport-judge.js';
import { ItemsRevisionJob } from './authoring/adapters/rest/items-revision-job.js';
import { PassportImportJob } from './authoring/adapters/rest/passport-import-job.js';
import { PassportUpgradeJob } from './authoring/adapters/rest/passport-upgrade-job.js';
import { RecordsPassportBook } from './authoring/adapters/records/records-passport-book.js';
import { ImportController } from './authoring/adapters/rest/import.controller.js';
import { SqlPassportNotices } from './authoring/adapters/sql/sql-passport-notices.js';
import { SqlProductIdentifiers } from './authoring/adapters/sql/sql-product-identifiers.js';
import { LabelsController } from './labels/adapters/rest/labels.controller.js';
import { RunLabelsController } from './labels/adapters/rest/run-labels.controller.js';
import { PrintLabels } from './labels/index.js';
import { RecordsPassportRuns } from './runs/adapters/records/records-passport-runs.js';
import {
  BeginRuns,
  DoRun,
  DoWithdrawal,
  MakeItems,
  PassportRuns,
  PublishItems,
  ReserveItems,
  WithdrawItems,
} from './runs/index.js';
import { SqlPublications } from './authoring/adapters/sql/sql-publications.js';
import {
  AuthorPassports,
  ClaimIdentifiers,
  DataSheets,
  DraftsOfTemplate,
  EndedPassports,
  ImportPassports,
  JudgeReadiness,
  JudgeWithSheets,
  MeasuredContent,
  MovePassports,
  NamePassports,
  PassportLock,
  PassportBook,
  PassportJudge,
  PlanPassports,
  PreparePublication,
  PassportNotices,
  ProductIdentifiers,
  Publications,
  PublishNotices,
  PublishVersions,
  ReviewPassports,
  ReviseItems,
  RunItemsRevision,
  RunPassportImport,
  RunReadiness,
  RunUpgrade,
  StorePlans,
  BeginUpgrade,
  UpgradePassports,
  TransferPassports,
} from './authoring/index.js';
import { CommercePassportStores } from './passport/adapters/commerce/commerce-passport-stores.js';
import { DppSettings, PassportStores } from './passport/index.js';
import { CachedPublishedPassports } from './public/adapters/memory/cached-published-passports.js';
import { PageController } from './public/adapters/page/page.controller.js';
import { QrCodes } from './public/adapters/qr/qr-codes.js';
import { DataMatrixController } from './public/adapters/qr/data-matrix.controller.js';
import { QrController } from './public/adapters/qr/qr.controller.js';
import { ResolverController } from './public/adapters/resolver/resolver.controller.js';
import { PublicPassportsController } from './public/adapters/rest/public-passports.controller.js';
import { ServedController } from './public/adapters/served/served.controller.js';
import { SqlPublicNotices } from './public/adapters/sql/sql-public-notices.js';
import { SqlPublishedPassports } from './public/adapters/sql/sql-published-passports.js';
import { EntitledReading, PublicNotices, PublishedPassports } from './public/index.js';
import { MeasuredController } from './readers/adapters/interface/measured.controller.js';
import { MeasurementsController } from './readers/adapters/rest/measurements.controller.js';
import { PassportsController } from './readers/adapters/interface/passports.controller.js';
import { RandomGrantTokens } from './readers/adapters/crypto/random-grant-tokens.js';
import { GroupedAccessLog } from './readers/adapters/sql/grouped-access-log.js';
import { RecordsGrants } from './readers/adapters/sql/records-grants.js';
import { audiencesOf } from './readers/domain/audiences.js';
import {
  AccessLog,
  Grants,
  GrantTokens,
  EntitledByGrant,
  KeepAccessLog,
  ManageGrants,
  Measure,
  MeasuredValues,
  ReadPassports,
  WhoReads,
} from './readers/index.js';
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
import { SqlSharedBodies } from './versions/adapters/sql/sql-shared-bodies.js';
import { SqlVersionParts } from './versions/adapters/sql/sql-version-parts.js';
import { SqlMeasurements } from './versions/adapters/sql/sql-measurements.js';
import { SqlPassportVersions } from './versions/adapters/sql/sql-passport-versions.js';
import { Measurements, PassportVersions, SharedBodies, VersionParts } from './versions/index.js';

const PORTS: readonly Provider[] = [
  { provide: PassportStores, useClass: CommercePassportStores },
  { provide: Templates, useClass: SqlTemplates },
  { provide: PassportsOfTemplate, useClass: DraftsOfTemplate },
  { provide: PassportBook, useClass: RecordsPassportBook },
  { provide: Publications, useClass: SqlPublications },
  { provide: PassportNotices, useClass: SqlPassportNotices },
  { provide: PublicNotices, useClass: SqlPublicNotices },
  { provide: ProductIdentifiers, useClass: SqlProductIdentifiers },
  ProcessPassportJudge,
  DataSheets,
  {
    provide: PassportJudge,
    inject: [ProcessPassportJudge, DataSheets],
    useFactory: (judge: ProcessPassportJudge, sheets: DataSheets) => new JudgeWithSheets(judge, sheets),
  },
  { provide: TemplateJudge, useExisting: ProcessPassportJudge },
  { provide: PassportRuns, useClass: RecordsPassportRuns },
  { provide: SharedBodies, useClass: SqlSharedBodies },
  { provide: Grants, useClass: RecordsGrants },
  { provide: GrantTokens, useClass: RandomGrantTokens },
  { provide: AccessLog, useClass: GroupedAccessLog },
  { provide: PassportVersions, useClass: SqlPassportVersions },
  { provide: Measurements, useClass: SqlMeasurements },
  { provide: VersionParts, useClass: SqlVersionParts },
  SqlPublishedPassports,
  { provide: PublishedPassports, useClass: CachedPublishedPassports },
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
  PassportLock,
  PlanPassports,
  AuthorPassports,
  ClaimIdentifiers,
  EndedPassports,
  NamePassports,
  PreparePublication,
  PrintLabels,
  PublishNotices,
  PublishVersions,
  MovePassports,
  TransferPassports,
  ReviewPassports,
  StorePlans,
  ImportPassports,
  MeasuredContent,
  JudgeReadiness,
  BeginUpgrade,
  UpgradePassports,
  ReviseItems,
  { provide: RunItemsRevision, useClass: ItemsRevisionJob },
  { provide: RunReadiness, useClass: ReadinessCsv },
  { provide: RunUpgrade, useClass: PassportUpgradeJob },
  { provide: RunPassportImport, useClass: PassportImportJob },
  QrCodes,
  BeginRuns,
  ReserveItems,
  {
    provide: PublishItems,
    inject: [PassportRuns, FindTemplate, PreparePublication, PublishVersions, Transactions, Clock],
    useFactory: (
      runs: PassportRuns,
      templates: FindTemplate,
      preparation: PreparePublication,
      publishing: PublishVersions,
      transactions: Transactions,
      clock: Clock,
    ) =>
      new PublishItems({
        ...{ runs, templates, preparation, publishing, transactions, clock },
        sha256: (text) => hash('sha256', text),
      }),
  },
  { provide: DoRun, useClass: MakeItems },
  { provide: DoWithdrawal, useClass: WithdrawItems },
  ReadPassports,
  ManageGrants,
  KeepAccessLog,
  WhoReads,
  Measure,
  MeasuredValues,
  { provide: EntitledReading, useClass: EntitledByGrant },
];

/** Digital product passports: templates, authoring and public access. */
@Module({})
export class DppModule {
  /** The GraphQL packages take tens of megabytes; commands, which serve no requests, do not load them. */
  static async with(own: PassportSettings, installation: Installation): Promise<DynamicModule> {
    const { face, publicBaseUrl } = installation;
    const settings = new DppSettings({
      publicBaseUrl,
      audiences: audiencesOf(own.DPP_AUDIENCES),
      graphqlLanding: own.GRAPHQL_LANDING,
      release: own.DPP_RELEASE,
      checkMs: own.PASSPORT_CHECK_MS,
      checkProcesses: installation.maxChildProcesses(own.PASSPORT_CHECK_PROCESSES),
      checkMb: own.PASSPORT_CHECK_MB,
    });
    const graphql = face === 'server' ? await import('./public/adapters/graphql/passport-graphql.js') : undefined;
    return {
      module: DppModule,
      imports: graphql ? [graphql.passportGraphql(settings)] : [],
      controllers: [
        ImportController,
        LabelsController,
        RunLabelsController,
        PublicPassportsController,
        PageController,
        QrController,
        DataMatrixController,
        ResolverController,
        ServedController,
        PassportsController,
        MeasurementsController,
        MeasuredController,
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
