import type { Migration } from '../../../libs/database/index.js';
import { CreateAdminRole } from './20261121130000-admin-role.js';
import { CreateAdminUser } from './20261121130100-admin-user.js';
import { CreateAdminAccount } from './20261121130200-admin-account.js';
import { CreateIntegration } from './20261121130300-integration.js';
import { CreateIntegrationAccount } from './20261121130400-integration-account.js';
import { CreateSignInAttempt } from './20261121130500-sign-in-attempt.js';
import { AddPasswordSetter, AddSecretSetter } from './20261122120000-password-setter.js';
import { AddSignInAttemptSeen } from './20261122120200-sign-in-attempt-seen.js';

/** The steps of the room's tables; a new one stands at the end. */
export const ACCESS_MIGRATIONS: readonly Migration[] = [
  new CreateAdminRole(),
  new CreateAdminUser(),
  new CreateAdminAccount(),
  new CreateIntegration(),
  new CreateIntegrationAccount(),
  new CreateSignInAttempt(),
  new AddPasswordSetter(),
  new AddSecretSetter(),
  new AddSignInAttemptSeen(),
];
