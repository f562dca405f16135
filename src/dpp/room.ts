import type { Operation } from '../../libs/operations/index.js';
import { PASSPORT_OPERATIONS } from './authoring/application/passport-operations.js';
import { REVIEW_OPERATIONS } from './authoring/application/review-operations.js';
import { TEMPLATE_OPERATIONS } from './templates/application/template-operations.js';
import type { RoomManifest } from '../../libs/manifest/index.js';
import { PassportSettings } from './settings.js';
import { ShipTemplates } from './templates/index.js';
import { DPP_RESOURCES } from './resources.record.js';
import { DPP_MIGRATIONS } from './migrations/index.js';

/** What anybody may ask of this room, but for what comes or goes as bytes or pages: those are adapters. */
export const DPP_OPERATIONS: readonly Operation[] = [
  ...PASSPORT_OPERATIONS,
  ...REVIEW_OPERATIONS,
  ...TEMPLATE_OPERATIONS,
];

/** What the room brings. */
export const DPP_ROOM: RoomManifest<PassportSettings> = {
  name: 'dpp',
  addOn: true,
  settings: PassportSettings,
  resources: DPP_RESOURCES,
  migrations: DPP_MIGRATIONS,
  operations: DPP_OPERATIONS,
  firstRecords: (find) => find(ShipTemplates).ensure(),
  // Takes versions so that what is remembered of passports stays true.
  scopes: [{ scope: 'passport' }],
  openPaths: ['/dpp', '/01', '/.well-known', '/graphql', '/rest/V1/dpp'],
  closedPaths: ['/rest/V1/dpp/manage'],
};
