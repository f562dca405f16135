import { addColumn, json, type Migration, NULL, varchar } from '../../../libs/database/index.js';

/** Whether events are collected, and the batch that a delivery was sent in (webhooks.md, "Batches"). */
export const ADD_WEBHOOK_BATCH: readonly Migration[] = [
  addColumn('20261128110000-webhook-batch', 'webhook', json('batch', NULL)),
  addColumn('20261128110100-webhook-delivery-batch', 'webhook_delivery', varchar('batch_id', 64, NULL)),
];
