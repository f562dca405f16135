import { PASSPORT_LINK } from './20261124043000-passport-link.js';
import { PASSPORT_VERSION_TAKEN } from './20261124043200-passport-version-taken.js';
import { PASSPORT_RUN } from './20261124020500-passport-run.js';
import type { Migration } from '../../../libs/database/index.js';
import { CREATE_PASSPORT_TEMPLATE } from './20261121170000-passport-template.js';
import { CREATE_PASSPORT } from './20261121170100-passport.js';
import { CREATE_PASSPORT_VERSION } from './20261121170200-passport-version.js';
import { CREATE_PASSPORT_EVENT } from './20261121170300-passport-event.js';
import { CREATE_PUBLISHED_PASSPORT } from './20261121170400-published-passport.js';
import { CREATE_PASSPORT_PUBLICATION } from './20261121170500-passport-publication.js';
import { PASSPORT_IDENTIFIER } from './20261124014000-passport-identifier.js';
import { CREATE_PASSPORT_NOTICE } from './20261124020500-passport-notice.js';
import { PUBLISHED_PASSPORT_LISTED } from './20261122151000-published-passport-listed.js';
import { PASSPORT_PARTS } from './20261124013600-passport-part.js';
import { PASSPORT_VERSION_PARTIES } from './20261124020500-passport-version-parties.js';
import { PASSPORT_GRANT } from './20261124021500-passport-grant.js';
import { PASSPORT_REGISTRATION } from './20261128060000-passport-registration.js';
import { CREATE_PASSPORT_MEASUREMENT } from './20261124021700-passport-measurement.js';

import { PASSPORT_GRANT_POINTS } from './20261129010000-passport-grant-points.js';
import { PASSPORT_NOTICE_ENDED } from './20261129010100-passport-notice-ended.js';
import { PASSPORT_GRANT_RECIPIENT } from './20261129010200-passport-grant-recipient.js';
import { PASSPORT_VERSION_IDENTIFIERS } from './20261129010400-passport-version-identifiers.js';
import { PASSPORT_RUN_VALUES } from './20261130010000-passport-run-values.js';

/** The steps of the room's tables; a new one stands at the end. */
export const DPP_MIGRATIONS: readonly Migration[] = [
  CREATE_PASSPORT_TEMPLATE,
  CREATE_PASSPORT,
  CREATE_PASSPORT_VERSION,
  CREATE_PASSPORT_EVENT,
  CREATE_PUBLISHED_PASSPORT,
  CREATE_PASSPORT_PUBLICATION,
  ...PUBLISHED_PASSPORT_LISTED,
  ...PASSPORT_IDENTIFIER,
  ...PASSPORT_PARTS,
  PASSPORT_VERSION_PARTIES,
  CREATE_PASSPORT_NOTICE,
  ...PASSPORT_GRANT,
  CREATE_PASSPORT_MEASUREMENT,
  ...PASSPORT_RUN,
  ...PASSPORT_LINK,
  PASSPORT_VERSION_TAKEN,
  PASSPORT_GRANT_POINTS,
  PASSPORT_NOTICE_ENDED,
  ...PASSPORT_GRANT_RECIPIENT,
  PASSPORT_VERSION_IDENTIFIERS,
  ...PASSPORT_REGISTRATION,
  PASSPORT_RUN_VALUES,
];
