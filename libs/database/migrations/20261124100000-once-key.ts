import { createTable } from '../migration.js';
import { bigint, index, varchar } from '../tables/shape.js';

/** Keys that are good once, with the instant at which they were spent. SQLite keeps them in a file beside (ADR 40). */
export const CREATE_ONCE_KEY = createTable(
  '20261124100000-once-key',
  'once_key',
  [{ ...varchar('spent_key', 64), primary: true }, bigint('at')],
  [index('once_key_at', 'at')],
);
