import { createTable, int, varchar } from '../../../libs/database/index.js';

/** Up to which day of a website it was told whose prices begin and end. */
export const CREATE_WEBHOOK_DAY = createTable('20261126020500-webhook-day', 'webhook_day', [
  int('website_id', { primary: true }),
  varchar('day', 10),
]);
