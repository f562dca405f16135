import { Global, Module } from '@nestjs/common';
import { PassportsOfTemplate, TemplateValidator } from '../templates/index.js';
import { ReadinessCsv } from './adapters/csv/readiness-csv.js';
import { ProcessPassportValidator } from './adapters/validation/process-passport-validator.js';
import { RecordsPassportBook } from './adapters/records/records-passport-book.js';
import { ImportController } from './adapters/rest/import.controller.js';
import { ItemsRevisionJob } from './adapters/rest/items-revision-job.js';
import { PassportImportJob } from './adapters/rest/passport-import-job.js';
import { PassportUpgradeJob } from './adapters/rest/passport-upgrade-job.js';
import { SqlPassportNotices } from './adapters/sql/sql-passport-notices.js';
import { SqlProductIdentifiers } from './adapters/sql/sql-product-identifiers.js';
import { SqlPublications } from './adapters/sql/sql-publications.js';
import { AuthorPassports } from './application/author-passports.js';
import { ClaimIdentifiers } from './application/claim-identifiers.js';
import { DataSheets } from './application/data-sheets.js';
import { DraftsOfTemplate } from './application/drafts-of-template.js';
import { EndedPassports } from './application/ended-passports.js';
import { ImportPassports } from './application/import-passports.js';
import { EvaluateReadiness } from './application/evaluate-readiness.js';
import { ValidateWithSheets } from './application/validate-with-sheets.js';
import { MeasuredContent } from './application/measured-content.js';
import { ChangePassportStatus } from './application/change-passport-status.js';
import { NamedFiles } from './application/named-files.js';
import { NamePassports } from './application/name-passports.js';
import { PassportLock } from './application/passport-lock.js';
import { PlanPassports } from './application/plan-passports.js';
import { PreparePublication } from './application/prepare-publication.js';
import { PublishNotices } from './application/publish-notices.js';
import { PublishVersions } from './application/publish-versions.js';
import { ReviewPassports } from './application/review-passports.js';
import { ReviseItems } from './application/revise-items.js';
import { StorePlans } from './application/store-plans.js';
import { TransferPassports } from './application/transfer-passports.js';
import { BeginUpgrade } from './application/upgrade-operations.js';
import { UpgradePassports } from './application/upgrade-passports.js';
import { PassportBook } from './ports/passport-book.js';
import { PassportValidator } from './ports/passport-validator.js';
import { ProductIdentifiers } from './ports/product-identifiers.js';
import { Publications, PassportNotices } from './ports/publications.js';

/** Drafts, revisions, life cycle, import, review and validation. No other module writes public data. */
@Global()
@Module({
  controllers: [ImportController],
  providers: [
    { provide: PassportBook, useClass: RecordsPassportBook },
    { provide: Publications, useClass: SqlPublications },
    { provide: PassportNotices, useClass: SqlPassportNotices },
    { provide: ProductIdentifiers, useClass: SqlProductIdentifiers },
    { provide: PassportsOfTemplate, useClass: DraftsOfTemplate },
    ProcessPassportValidator,
    { provide: TemplateValidator, useExisting: ProcessPassportValidator },
    {
      provide: PassportValidator,
      inject: [ProcessPassportValidator, DataSheets],
      useFactory: (validator: ProcessPassportValidator, sheets: DataSheets) =>
        new ValidateWithSheets(validator, sheets),
    },
    AuthorPassports,
    ClaimIdentifiers,
    DataSheets,
    EndedPassports,
    ImportPassports,
    EvaluateReadiness,
    MeasuredContent,
    ChangePassportStatus,
    NamedFiles,
    NamePassports,
    PassportLock,
    PlanPassports,
    PreparePublication,
    PublishNotices,
    PublishVersions,
    ReviewPassports,
    ReviseItems,
    StorePlans,
    TransferPassports,
    UpgradePassports,
    BeginUpgrade,
    ItemsRevisionJob,
    PassportImportJob,
    PassportUpgradeJob,
    ReadinessCsv,
  ],
  exports: [
    PassportBook,
    PassportNotices,
    PassportsOfTemplate,
    PassportValidator,
    TemplateValidator,
    ClaimIdentifiers,
    DataSheets,
    EndedPassports,
    NamedFiles,
    PlanPassports,
    PreparePublication,
    PublishVersions,
    // Classes that the operations call.
    AuthorPassports,
    BeginUpgrade,
    EvaluateReadiness,
    ChangePassportStatus,
    PublishNotices,
    ReviewPassports,
    ReviseItems,
    TransferPassports,
    UpgradePassports,
  ],
})
export class AuthoringModule {}
