export { ForgetAttempts } from './application/forget-attempts.js';
export { ADMINISTRATORS, ManageAccounts } from './application/manage-accounts.js';
export { PASSWORD_MAX, PASSWORD_MIN, Passwords } from './application/passwords.js';
export type { AdminRecord, IntegrationRecord, RoleRecord } from './domain/accounts.js';
export { type CustomerCredential, CustomerCredentials } from './ports/customer-credentials.js';
export { ACCESS_RESOURCES } from './resources.record.js';
