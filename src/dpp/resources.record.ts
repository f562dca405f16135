import type { Resource } from '../../libs/records/index.js';
import { passportResource } from './authoring/passport.record.js';
import { passportEventResource } from './authoring/passport-event.record.js';
import { passportTemplateResource } from './templates/passport-template.record.js';
import { passportVersionResource } from './authoring/passport-version.record.js';
import { publishedPassportResource } from './passport/published-passport.record.js';

/** All that this room stores; its operations are declared beside the services that run them (room.ts). */
export const DPP_RESOURCES: readonly Resource[] = [
  passportTemplateResource,
  passportResource,
  passportVersionResource,
  passportEventResource,
  publishedPassportResource,
].map((resource: unknown) => resource as Resource);
