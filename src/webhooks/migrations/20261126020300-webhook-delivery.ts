import { bigId, bigint, createTable, index, instant, int, json, NULL, varchar } from '../../../libs/database/index.js';

/** Deliveries, pending and sent, in the order of their events. */
export const CREATE_WEBHOOK_DELIVERY = createTable(
  '20261126020300-webhook-delivery',
  'webhook_delivery',
  [
    bigId(),
    int('webhook_id'),
    varchar('event_id', 64),
    varchar('type', 96),
    varchar('subject', 255),
    json('payload'),
    varchar('state', 16),
    int('tries'),
    bigint('next_at'),
    bigint('first_failed_at', NULL),
    int('status', NULL),
    int('ms', NULL),
    varchar('error', 255, NULL),
    instant('created_at'),
    instant('sent_at', NULL),
  ],
  [
    index('webhook_delivery_waiting', 'webhook_id', 'state', 'subject'),
    index('webhook_delivery_created', 'created_at'),
  ],
);
