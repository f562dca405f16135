import { ITEMS_REVISION_JOB, PASSPORT_IMPORT_JOB, READINESS_JOB, UPGRADE_JOB } from './authoring/index.js';
import { PASSPORT_OPERATIONS } from './authoring/application/passport-operations.js';
import { ITEM_OPERATIONS } from './authoring/application/item-operations.js';
import { READINESS_OPERATIONS } from './authoring/application/readiness-operations.js';
import { IDENTIFIER_OPERATIONS } from './authoring/application/identifier-operations.js';
import { NOTICE_OPERATIONS } from './authoring/application/notice-operations.js';
import { REVIEW_OPERATIONS } from './authoring/application/review-operations.js';
import { UPGRADE_OPERATIONS } from './authoring/application/upgrade-operations.js';
import { GRANT_OPERATIONS } from './readers/application/grant-operations.js';
import { KeepAccessLog } from './readers/index.js';
import { failed, FAILED_SCHEMA } from './readers/domain/results.js';
import { TEMPLATE_OPERATIONS } from './templates/application/template-operations.js';
import { RUN_OPERATIONS } from './runs/application/run-operations.js';
import { PASSPORT_RUN_JOB, PASSPORT_RUN_RESERVATION_JOB, PASSPORT_RUN_WITHDRAWAL_JOB } from './runs/index.js';
import { PASSPORTS_PUBLISHED } from './authoring/application/metrics.js';
import { DPP_RIGHTS, PUBLISH } from './passport/index.js';
import { PAGE_POLICY } from './public/adapters/page/page-headers.js';
import { recordRights, type RoomManifest } from '../../libs/manifest/index.js';
import { PassportSettings } from './settings.js';
import { ShipTemplates } from './templates/index.js';
import { DPP_RESOURCES } from './resources.record.js';
import { DPP_MIGRATIONS } from './migrations/index.js';
import { PASSPORT_PERSONAL } from './readers/personal.record.js';

export const DPP_ROOM: RoomManifest<PassportSettings> = {
  name: 'dpp',
  chapter: {
    title: 'Product passports',
    about: 'Digital product passports: created from templates, published and open to the public.',
    services: [
      'dppImportV1',
      'dppPublicPassportV1',
      'dppPassportPageV1',
      'dppPassportQrCodeV1',
      'dppServedV1',
      'dppResolverV1',
      'dppReadV1',
      'dppMeasurementV1',
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
  // Uploads, downloads and pages are adapters instead.
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
    ...TEMPLATE_OPERATIONS,
  ],
  jobs: [
    PASSPORT_IMPORT_JOB,
    READINESS_JOB,
    UPGRADE_JOB,
    ITEMS_REVISION_JOB,
    PASSPORT_RUN_JOB,
    PASSPORT_RUN_RESERVATION_JOB,
    PASSPORT_RUN_WITHDRAWAL_JOB,
  ],
  chores: [
    {
      what: 'the log of passport reads by grant',
      prune: (find, { DPP_ACCESS_DAYS }) => find(KeepAccessLog).prune(DPP_ACCESS_DAYS),
    },
  ],
  metrics: { metrics: [PASSPORTS_PUBLISHED] },
  firstRecords: (find) => find(ShipTemplates).ensure(),
  // Raises versions, which keep cached passports valid.
  scopes: [{ scope: 'passport' }],
  refusalForms: [{ path: '/dpp/v1', schema: FAILED_SCHEMA, body: failed }],
  openPaths: ['/dpp', '/01', '/.well-known', '/graphql', '/rest/V1/dpp'],
  pages: [
    { path: '/dpp', csp: PAGE_POLICY },
    { path: '/01', csp: PAGE_POLICY },
    // An SVG can be opened as a document, so it may load nothing.
    { path: '/dpp', type: 'image/svg+xml', csp: "default-src 'none'" },
  ],
  closedPaths: ['/rest/V1/dpp/manage'],
  personal: { records: PASSPORT_PERSONAL },
};
