import type { Resource } from '../../libs/records/index.js';
import { passportResource } from './passport.record.js';
import { passportEventResource } from './passport-event.record.js';
import { passportTemplateResource } from './passport-template.record.js';
import { passportVersionResource } from './passport-version.record.js';
import { publishedPassportResource } from './published-passport.record.js';

/** All that this room stores; its routes are written by hand. */
export const DPP_RESOURCES: readonly Resource[] = [
  passportTemplateResource,
  passportResource,
  passportVersionResource,
  passportEventResource,
  publishedPassportResource,
].map((resource: unknown) => resource as Resource);
