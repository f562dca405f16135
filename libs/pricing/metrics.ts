import { Counter } from '../kernel/index.js';

/** Each source counts the rows that it reads from the database, without cached ones. */
export const PRICE_ROWS_LOADED = new Counter({
  name: 'kontor_price_rows_loaded_total',
  help: 'Rows that price sources read from the database, by source',
  labels: ['source'],
});
