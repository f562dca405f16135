import { createTable, id, instant, int, json, NULL, varchar } from '../../../libs/database/index.js';

export const CREATE_WEBHOOK = createTable('20261126020000-webhook', 'webhook', [
  id(),
  varchar('url', 255),
  json('events'),
  json('filter'),
  varchar('description', 255, NULL),
  int('is_active'),
  varchar('switched_off', 16, NULL),
  instant('switched_off_at', NULL),
]);
