import { bigint, createTable, id, index, int, NULL, varchar } from '../../../libs/database/index.js';

/** Secrets that sign, sealed; the former one until it ends (milliseconds since 1970). */
export const CREATE_WEBHOOK_SECRET = createTable(
  '20261126020100-webhook-secret',
  'webhook_secret',
  [id(), int('webhook_id'), varchar('sealed', 255), bigint('ends_at', NULL)],
  [index('webhook_secret_webhook', 'webhook_id')],
);
