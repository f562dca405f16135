import { bigint, createTable, int, NULL, varchar } from '../../../libs/database/index.js';

/** The one row that says which process sends. */
export const CREATE_WEBHOOK_TURN = createTable(
  '20261126020400-webhook-turn',
  'webhook_turn',
  [int('id', { primary: true }), varchar('owner', 36, NULL), bigint('expires_at')],
  [],
  [],
  [{ id: 1, owner: null, expires_at: 0 }],
);
