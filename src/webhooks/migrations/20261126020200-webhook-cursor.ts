import { bigint, createTable, int, NULL } from '../../../libs/database/index.js';

/** How far a webhook has been told: of the audit trail's numbers, and of the change log's versions; and how its receiver does. */
export const CREATE_WEBHOOK_CURSOR = createTable('20261126020200-webhook-cursor', 'webhook_cursor', [
  int('webhook_id', { primary: true }),
  bigint('act_number'),
  bigint('version'),
  int('failures'),
  bigint('failing_since', NULL),
  bigint('next_at'),
  bigint('begun_at'),
]);
