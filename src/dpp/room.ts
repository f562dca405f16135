import { PASSPORT_IMPORT_JOB } from './authoring/index.js';
import { PASSPORT_OPERATIONS } from './authoring/application/passport-operations.js';
import { REVIEW_OPERATIONS } from './authoring/application/review-operations.js';
import { TEMPLATE_OPERATIONS } from './templates/application/template-operations.js';
import type { RoomManifest } from '../../libs/manifest/index.js';
import { PassportSettings } from './settings.js';
import { ShipTemplates } from './templates/index.js';
import { DPP_RESOURCES } from './resources.record.js';
import { DPP_MIGRATIONS } from './migrations/index.js';

/** What the room brings. */
export const DPP_ROOM: RoomManifest<PassportSettings> = {
  name: 'dpp',
  told: {
    title: 'Product passports',
    about: 'Digital product passports: written from templates, published, and read by everybody.',
    services: [
      'dppImportV1',
      'dppPublicPassportV1',
      'dppPassportPageV1',
      'dppPassportQrCodeV1',
      'dppServedV1',
      'dppResolverV1',
    ],
  },
  addOn: true,
  settings: PassportSettings,
  resources: DPP_RESOURCES,
  migrations: DPP_MIGRATIONS,
  // What comes or goes as bytes or pages is adapters.
  operations: [...PASSPORT_OPERATIONS, ...REVIEW_OPERATIONS, ...TEMPLATE_OPERATIONS],
  jobs: [PASSPORT_IMPORT_JOB],
  firstRecords: (find) => find(ShipTemplates).ensure(),
  // Takes versions so that what is remembered of passports stays true.
  scopes: [{ scope: 'passport' }],
  openPaths: ['/dpp', '/01', '/.well-known', '/graphql', '/rest/V1/dpp'],
  closedPaths: ['/rest/V1/dpp/manage'],
};
