import { ACCOUNT_OPERATIONS } from './application/account-operations.js';
import { FirstAdministrator, mustFitPolicy } from './application/first-administrator.js';
import { ForgetAttempts } from './application/forget-attempts.js';
import { ownAccountOperation } from './application/own-account-operation.js';
import { ownPasswordOperation } from './application/own-password-operation.js';
import { TOKEN_OPERATIONS } from './application/token-operations.js';
import { ACCESS_RIGHTS } from './domain/rights.js';
import { TIMING_RIGHT } from '../../libs/web/index.js';
import { HOUR_MS, recordRights, type RoomManifest } from '../../libs/manifest/index.js';
import { AccessSettings } from './settings.js';
import { ACCESS_RESOURCES } from './resources.record.js';
import { ACCESS_MIGRATIONS } from './migrations/index.js';
import { PersonalDataInAttempts } from './adapters/sql/personal-data-in-attempts.js';

export const ACCESS_ROOM: RoomManifest<AccessSettings> = {
  name: 'access',
  chapter: {
    title: 'Access',
    about: 'Authentication and rights: tokens, administrators, roles and integrations. Start here.',
  },
  settings: AccessSettings,
  resources: ACCESS_RESOURCES,
  migrations: ACCESS_MIGRATIONS,
  rights: [
    ...recordRights(ACCESS_RIGHTS, 'administrators, roles and integrations'),
    { name: TIMING_RIGHT, title: 'Receive response times in the Server-Timing header' },
  ],
  pages: [{ path: '/oauth/success', csp: "default-src 'none'" }],
  operations: [...TOKEN_OPERATIONS, ownAccountOperation, ownPasswordOperation, ...ACCOUNT_OPERATIONS],
  schedules: [
    {
      name: 'sign-in attempts',
      every: HOUR_MS,
      once: 'process',
      failure: 'old data could not be deleted: sign-in attempts',
      run: ({ find }) => find(ForgetAttempts).old(),
    },
  ],
  preflight: ({ ADMIN_PASSWORD }) => {
    if (ADMIN_PASSWORD !== undefined) mustFitPolicy(ADMIN_PASSWORD);
  },
  firstRecords: async (find, { ADMIN_USERNAME, ADMIN_PASSWORD }) => {
    if (ADMIN_USERNAME === undefined || ADMIN_PASSWORD === undefined) return undefined;
    const isMade = await find(FirstAdministrator).ensure(ADMIN_USERNAME, ADMIN_PASSWORD);
    return isMade ? `administrator ${ADMIN_USERNAME} created` : undefined;
  },
  scopes: [{ scope: 'account', rank: 70 }],
  personal: { traces: { tables: ['sign_in_attempt'], in: PersonalDataInAttempts } },
};
