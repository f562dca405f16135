export { ForgetAttempts } from './application/forget-attempts.js';
export { ManageAccounts } from './application/manage-accounts.js';
export { OAuthCredentials } from './application/oauth-credentials.js';
export { RotateSecrets } from './application/rotate-secrets.js';
export { Passwords } from './application/passwords.js';
export type { AdminRecord } from './domain/accounts.js';
export { type CustomerCredential, CustomerCredentials } from './ports/customer-credentials.js';
export { SealedElsewhere, type SealedSecret, SealedSecrets, SecretBox } from './ports/sealed-secrets.js';
