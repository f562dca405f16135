import { AddColumn, json, NULL } from '../../../libs/database/index.js';

/**
 * The rights of whoever set a password or made a secret (access.md, "Who may change whom"). NULL, of those from before:
 * nobody knows, so they outlive no right that the account gains.
 */
export class AddPasswordSetter extends AddColumn {
  readonly name = '20261122120000-password-setter';
  readonly table = 'admin_account';
  readonly column = json('setter_rights', NULL);
}

export class AddSecretSetter extends AddColumn {
  readonly name = '20261122120100-secret-setter';
  readonly table = 'integration_account';
  readonly column = json('setter_rights', NULL);
}
