import { addColumn, json, NULL, type Migration } from '../../../libs/database/index.js';

/**
 * The rights of whoever set a password or made a secret (access.md, "Who may change whom"). NULL, of those from before:
 * nobody knows, so they outlive no right that the account gains.
 */
export const PASSWORD_SETTER: readonly Migration[] = [
  addColumn('20261122120000-password-setter', 'admin_account', json('setter_rights', NULL)),
  addColumn('20261122120100-secret-setter', 'integration_account', json('setter_rights', NULL)),
];
