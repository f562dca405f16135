import { Counter, Histogram } from '../kernel/index.js';

/** From a look-up of SQLite to a statement at its deadline. */
const STATEMENT_SECONDS_BOUNDS = [0.0001, 0.0005, 0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 30];

export const STATEMENT_SECONDS = new Histogram({
  name: 'kontor_database_statement_seconds',
  help: 'How long statements took, by their first word',
  labels: ['statement'],
  bounds: STATEMENT_SECONDS_BOUNDS,
});

export const TRANSACTIONS = new Counter({
  name: 'kontor_database_transactions_total',
  help: 'Write transactions by how they ended: committed, rolled_back, uncertain (the answer to COMMIT was lost)',
  labels: ['end'],
  told: ['committed', 'rolled_back', 'uncertain'],
});

export const RETRIES = new Counter({
  name: 'kontor_database_retries_total',
  help: 'Use cases and reads done again: after a conflict with others (deadlock, lock timeout), a lost connection',
  labels: ['reason'],
  told: ['conflict', 'lost'],
});

/** 0.2 s is what the log tells of (operations.md, "Logs"). */
export const WRITER_HOLD_SECONDS = new Histogram({
  name: 'kontor_sqlite_writer_hold_seconds',
  help: 'How long transactions held the one writer of SQLite',
  bounds: [0.001, 0.005, 0.01, 0.05, 0.1, 0.2, 0.5, 1, 2, 5],
});
