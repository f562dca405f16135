import { addColumn, int, NULL } from '../../../libs/database/index.js';

/** Whether the identity provider signed the administrator in. */
export const DESK_SESSION_PROVIDER = addColumn(
  '20261128090100-desk-session-provider',
  'desk_session',
  int('by_provider', NULL),
);
