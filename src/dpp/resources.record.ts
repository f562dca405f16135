import type { Resource } from '../../libs/records/index.js';
import { passportResource } from './authoring/passport.record.js';
import { passportEventResource } from './authoring/passport-event.record.js';
import { passportLinkResource } from './authoring/passport-link.record.js';
import { passportTemplateResource } from './templates/passport-template.record.js';
import { passportVersionResource } from './authoring/passport-version.record.js';
import { passportAccessResource } from './readers/access.record.js';
import { grantResource } from './readers/grant.record.js';
import { registryEntryResource } from './registry/registry-entry.record.js';
import { passportRunResource } from './runs/passport-run.record.js';
import { publishedPassportResource } from './passport/published-passport.record.js';

/** All stored resources of this module. Operations are declared next to the services that run them (room.ts). */
export const DPP_RESOURCES: readonly Resource[] = [
  passportTemplateResource,
  passportResource,
  passportVersionResource,
  passportEventResource,
  passportLinkResource,
  publishedPassportResource,
  grantResource,
  passportAccessResource,
  passportRunResource,
  registryEntryResource,
].map((resource: unknown) => resource as Resource);
