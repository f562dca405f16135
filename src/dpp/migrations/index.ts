import type { Migration } from '../../../libs/database/index.js';
import { CREATE_PASSPORT_TEMPLATE } from './20261121170000-passport-template.js';
import { CREATE_PASSPORT } from './20261121170100-passport.js';
import { CREATE_PASSPORT_VERSION } from './20261121170200-passport-version.js';
import { CREATE_PASSPORT_EVENT } from './20261121170300-passport-event.js';
import { CREATE_PUBLISHED_PASSPORT } from './20261121170400-published-passport.js';
import { CREATE_PASSPORT_PUBLICATION } from './20261121170500-passport-publication.js';
import { PUBLISHED_PASSPORT_LISTED } from './20261122151000-published-passport-listed.js';

/** The steps of the room's tables; a new one stands at the end. */
export const DPP_MIGRATIONS: readonly Migration[] = [
  CREATE_PASSPORT_TEMPLATE,
  CREATE_PASSPORT,
  CREATE_PASSPORT_VERSION,
  CREATE_PASSPORT_EVENT,
  CREATE_PUBLISHED_PASSPORT,
  CREATE_PASSPORT_PUBLICATION,
  ...PUBLISHED_PASSPORT_LISTED,
];
