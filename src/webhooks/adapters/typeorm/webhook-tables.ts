import { bigint, entityTable, id, index, int, NULL, varchar } from '../../../../libs/database/index.js';

/** Secrets that sign, sealed; the former one until it ends (milliseconds since 1970). */
export const WEBHOOK_SECRET = entityTable<{
  readonly id: number;
  readonly webhook_id: number;
  readonly sealed: string;
  readonly ends_at: number | null;
}>(
  'webhook_secret',
  [id(), int('webhook_id'), varchar('sealed', 255), bigint('ends_at', NULL)],
  [index('webhook_secret_webhook', 'webhook_id')],
);

/** The last day of each website whose starting and ending prices were reported. */
export const WEBHOOK_DAY = entityTable<{ readonly website_id: number; readonly day: string }>('webhook_day', [
  int('website_id', { primary: true }),
  varchar('day', 10),
]);

export const WEBHOOK_TABLES = [WEBHOOK_SECRET, WEBHOOK_DAY];
