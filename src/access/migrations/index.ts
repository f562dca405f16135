import type { Migration } from '../../../libs/database/index.js';
import { CREATE_ADMIN_ROLE } from './20261121130000-admin-role.js';
import { CREATE_ADMIN_USER } from './20261121130100-admin-user.js';
import { CREATE_ADMIN_ACCOUNT } from './20261121130200-admin-account.js';
import { CREATE_INTEGRATION } from './20261121130300-integration.js';
import { CREATE_INTEGRATION_ACCOUNT } from './20261121130400-integration-account.js';
import { CREATE_SIGN_IN_ATTEMPT } from './20261121130500-sign-in-attempt.js';
import { PASSWORD_SETTER } from './20261122120000-password-setter.js';
import { INTEGRATION_OAUTH } from './20261124110000-integration-oauth.js';
import { SIGN_IN_ATTEMPT_SEEN } from './20261122120200-sign-in-attempt-seen.js';
import { CREATE_ADMIN_IDENTITY } from './20261128090000-admin-identity.js';

/** Migrations of this module's tables. Append new ones at the end. */
export const ACCESS_MIGRATIONS: readonly Migration[] = [
  CREATE_ADMIN_ROLE,
  CREATE_ADMIN_USER,
  CREATE_ADMIN_ACCOUNT,
  CREATE_INTEGRATION,
  CREATE_INTEGRATION_ACCOUNT,
  CREATE_SIGN_IN_ATTEMPT,
  ...PASSWORD_SETTER,
  SIGN_IN_ATTEMPT_SEEN,
  ...INTEGRATION_OAUTH,
  CREATE_ADMIN_IDENTITY,
];
