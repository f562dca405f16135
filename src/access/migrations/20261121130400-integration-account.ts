import { createTable, int, refers, unique, varchar } from '../../../libs/database/index.js';

/** The secret side of integrations: the SHA-256 of the token (wire.md §6). */
export const CREATE_INTEGRATION_ACCOUNT = createTable(
  '20261121130400-integration-account',
  'integration_account',
  [int('integration_id', { primary: true }), varchar('token_digest', 64)],
  [unique('integration_token', 'token_digest')],
  [refers('integration_id', 'integration', 'cascade')],
);
