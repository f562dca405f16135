import { ACCOUNT_OPERATIONS } from './application/account-operations.js';
import { ownPasswordOperation } from './application/own-password-operation.js';
import { TOKEN_OPERATIONS } from './application/token-operations.js';
import type { RoomManifest } from '../../libs/manifest/index.js';
import { ACCESS_RESOURCES } from './resources.record.js';
import { ACCESS_MIGRATIONS } from './migrations/index.js';

/** What the room brings. */
export const ACCESS_ROOM: RoomManifest = {
  name: 'access',
  resources: ACCESS_RESOURCES,
  migrations: ACCESS_MIGRATIONS,
  operations: [...TOKEN_OPERATIONS, ownPasswordOperation, ...ACCOUNT_OPERATIONS],
  scopes: [{ scope: 'account', rank: 70 }],
};
