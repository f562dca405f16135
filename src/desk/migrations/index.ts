import type { Migration } from '../../../libs/database/index.js';
import { CREATE_DESK_SESSION } from './20261127120000-desk-session.js';
import { CREATE_DESK_SIGN_IN_LINK } from './20261127120100-desk-sign-in-link.js';
import { DESK_SESSION_PROVIDER } from './20261128090100-desk-session-provider.js';

export const DESK_MIGRATIONS: readonly Migration[] = [
  CREATE_DESK_SESSION,
  CREATE_DESK_SIGN_IN_LINK,
  DESK_SESSION_PROVIDER,
];
