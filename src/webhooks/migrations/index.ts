import type { Migration } from '../../../libs/database/index.js';
import { CREATE_WEBHOOK } from './20261126020000-webhook.js';
import { CREATE_WEBHOOK_SECRET } from './20261126020100-webhook-secret.js';
import { CREATE_WEBHOOK_CURSOR } from './20261126020200-webhook-cursor.js';
import { CREATE_WEBHOOK_DELIVERY } from './20261126020300-webhook-delivery.js';
import { CREATE_WEBHOOK_TURN } from './20261126020400-webhook-turn.js';
import { CREATE_WEBHOOK_DAY } from './20261126020500-webhook-day.js';
import { ADD_WEBHOOK_OWNER } from './20261127010000-webhook-owner.js';
import { ADD_WEBHOOK_BATCH } from './20261128110000-webhook-batch.js';
import { ADD_WEBHOOK_SECRET_OWNER } from './20261129100000-webhook-secret-owner.js';

/** Migrations of this module's tables. Append new ones at the end. */
export const WEBHOOK_MIGRATIONS: readonly Migration[] = [
  CREATE_WEBHOOK,
  CREATE_WEBHOOK_SECRET,
  CREATE_WEBHOOK_CURSOR,
  CREATE_WEBHOOK_DELIVERY,
  CREATE_WEBHOOK_TURN,
  CREATE_WEBHOOK_DAY,
  ADD_WEBHOOK_OWNER,
  ...ADD_WEBHOOK_BATCH,
  ADD_WEBHOOK_SECRET_OWNER,
];
