import { Counter } from '../kernel/index.js';

/** Each source counts what it reads of the database; what is remembered isn't read. */
export const PRICE_ROWS_LOADED = new Counter({
  name: 'kontor_price_rows_loaded_total',
  help: 'Rows that price sources read from the database, by source',
  labels: ['source'],
});
