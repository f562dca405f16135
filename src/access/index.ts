export { FirstAdministrator } from './application/first-administrator.js';
export { ForgetAttempts } from './application/forget-attempts.js';
export { ManageAccounts } from './application/manage-accounts.js';
export { Passwords } from './application/passwords.js';
export { AccessSettings } from './application/settings.js';
export type { AdminRecord } from './domain/accounts.js';
export { type CustomerCredential, CustomerCredentials } from './ports/customer-credentials.js';
