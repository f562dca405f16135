import { jobKind } from '../../libs/operations/index.js';
import { ReadinessCsv } from './authoring/adapters/csv/readiness-csv.js';
import { ItemsRevisionJob } from './authoring/adapters/rest/items-revision-job.js';
import { PASSPORT_IMPORT_JOB, PassportImportJob } from './authoring/adapters/rest/passport-import-job.js';
import { PassportUpgradeJob } from './authoring/adapters/rest/passport-upgrade-job.js';
import { PASSPORT_OPERATIONS } from './authoring/application/passport-operations.js';
import { ITEM_OPERATIONS, ITEMS_REVISION_JOB } from './authoring/application/item-operations.js';
import { READINESS_JOB, READINESS_OPERATIONS } from './authoring/application/readiness-operations.js';
import { IDENTIFIER_OPERATIONS } from './authoring/application/identifier-operations.js';
import { NOTICE_OPERATIONS } from './authoring/application/notice-operations.js';
import { REVIEW_OPERATIONS } from './authoring/application/review-operations.js';
import { UPGRADE_JOB, UPGRADE_OPERATIONS } from './authoring/application/upgrade-operations.js';
import { GRANT_OPERATIONS } from './readers/application/grant-operations.js';
import { KeepAccessLog } from './readers/application/keep-access-log.js';
import { failed, FAILED_SCHEMA } from './readers/domain/results.js';
import { GUIDE_OPERATIONS } from './templates/application/guide-operations.js';
import { TEMPLATE_OPERATIONS } from './templates/application/template-operations.js';
import { RegistryExportJob } from './registry/adapters/rest/registry-export-job.js';
import { REGISTRY_EXPORT_JOB, REGISTRY_OPERATIONS } from './registry/application/registry-operations.js';
import { RemindOfProofs } from './registry/application/remind-of-proofs.js';
import { RUN_OPERATIONS } from './runs/application/run-operations.js';
import { MakeItems } from './runs/application/make-items.js';
import {
  PASSPORT_RUN_JOB,
  PASSPORT_RUN_RESERVATION_JOB,
  PASSPORT_RUN_WITHDRAWAL_JOB,
} from './runs/application/run-job.js';
import { WithdrawItems } from './runs/application/withdraw-items.js';
import { PASSPORTS_PUBLISHED } from './authoring/application/publish-versions.js';
import { DPP_RIGHTS, PUBLISH } from './passport/index.js';
import { PAGE_POLICY } from './public/adapters/page/linked-in-page.js';
import { HOUR_MS, recordRights, type RoomManifest } from '../../libs/manifest/index.js';
import { PassportSettings } from './settings.js';
import { ShipTemplates } from './templates/application/manage-templates.js';
import { DPP_RESOURCES } from './resources.record.js';
import { DPP_MIGRATIONS } from './migrations/index.js';
import { PASSPORT_PERSONAL } from './readers/personal.record.js';

export const DPP_ROOM: RoomManifest<PassportSettings> = {
  name: 'dpp',
  chapter: {
    title: 'Product passports',
    about: 'Digital product passports that are created from templates and published on public web pages.',
    services: [
      'dppImportV1',
      'dppGuideV1',
      'dppPublicPassportV1',
      'dppPassportPageV1',
      'dppPassportQrCodeV1',
      'dppServedV1',
      'dppResolverV1',
      'dppReadV1',
      'dppMeasurementV1',
      'dppRegistryAnswersV1',
      'dppLabelV1',
    ],
  },
  addOn: true,
  settings: PassportSettings,
  resources: DPP_RESOURCES,
  migrations: DPP_MIGRATIONS,
  rights: [
    ...recordRights(DPP_RIGHTS, 'passports and templates'),
    { name: PUBLISH, title: 'Publish and archive passports, and manage grants' },
  ],
  // Uploads, downloads and pages are adapters instead of operations.
  operations: [
    ...GRANT_OPERATIONS,
    ...PASSPORT_OPERATIONS,
    ...REVIEW_OPERATIONS,
    ...IDENTIFIER_OPERATIONS,
    ...NOTICE_OPERATIONS,
    ...READINESS_OPERATIONS,
    ...UPGRADE_OPERATIONS,
    ...ITEM_OPERATIONS,
    ...RUN_OPERATIONS,
    ...REGISTRY_OPERATIONS,
    ...TEMPLATE_OPERATIONS,
    ...GUIDE_OPERATIONS,
  ],
  jobs: [
    jobKind({ ...PASSPORT_IMPORT_JOB, adapter: PassportImportJob }),
    jobKind({ ...READINESS_JOB, adapter: ReadinessCsv }),
    jobKind({ ...UPGRADE_JOB, adapter: PassportUpgradeJob }),
    jobKind({ ...ITEMS_REVISION_JOB, adapter: ItemsRevisionJob }),
    jobKind({ ...PASSPORT_RUN_JOB, adapter: MakeItems }),
    jobKind({ ...PASSPORT_RUN_RESERVATION_JOB, adapter: MakeItems }),
    jobKind({ ...PASSPORT_RUN_WITHDRAWAL_JOB, adapter: WithdrawItems }),
    jobKind({ ...REGISTRY_EXPORT_JOB, adapter: RegistryExportJob }),
  ],
  schedules: [
    {
      name: 'the log of passport reads with a grant',
      every: HOUR_MS,
      once: 'process',
      failure: 'old data could not be deleted: log of passport reads with a grant',
      run: ({ find }, { DPP_ACCESS_DAYS }) => find(KeepAccessLog).prune(DPP_ACCESS_DAYS),
    },
    {
      name: 'missing proofs of the EU registry',
      every: HOUR_MS,
      once: 'cluster',
      failure: 'reminder about missing EU registry proofs failed',
      isNeeded: (find) => find(RemindOfProofs).isDue(),
      run: ({ find }) => find(RemindOfProofs).remind(),
    },
  ],
  metrics: { metrics: [PASSPORTS_PUBLISHED] },
  firstRecords: (find) => find(ShipTemplates).ensure(),
  // Increments the scope's version, on which the validity of cached passports depends.
  scopes: [{ scope: 'passport' }],
  refusalForms: [{ path: '/dpp/v1', schema: FAILED_SCHEMA, body: failed }],
  openPaths: ['/dpp', '/01', '/.well-known', '/graphql', '/rest/V1/dpp'],
  pages: [
    { path: '/dpp', csp: PAGE_POLICY },
    { path: '/01', csp: PAGE_POLICY },
    // An SVG can be opened as a document, so it must not load anything.
    { path: '/dpp', type: 'image/svg+xml', csp: "default-src 'none'" },
  ],
  closedPaths: ['/rest/V1/dpp/manage'],
  personal: { records: PASSPORT_PERSONAL },
};
