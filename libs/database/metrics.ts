import { Counter, Histogram } from '../kernel/index.js';

/** From a simple SQLite lookup to a statement that reaches its deadline. */
const STATEMENT_SECONDS_BOUNDS = [0.0001, 0.0005, 0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 30];

export const STATEMENT_SECONDS = new Histogram({
  name: 'kontor_database_statement_seconds',
  help: 'Duration of SQL statements in seconds, by first keyword',
  labels: ['statement'],
  bounds: STATEMENT_SECONDS_BOUNDS,
});

export const TRANSACTIONS = new Counter({
  name: 'kontor_database_transactions_total',
  help: 'Write transactions, by outcome: committed, rolled_back, uncertain (the connection was lost during COMMIT)',
  labels: ['end'],
  values: ['committed', 'rolled_back', 'uncertain'],
});

export const RETRIES = new Counter({
  name: 'kontor_database_retries_total',
  help: 'Retries of transactions and reads, by reason: conflict (deadlock or lock timeout), lost (lost connection)',
  labels: ['reason'],
  values: ['conflict', 'lost'],
});

/** 0.2 s is the threshold of the log entry (operations.md, "Logs"). */
export const WRITER_HOLD_SECONDS = new Histogram({
  name: 'kontor_sqlite_writer_hold_seconds',
  help: 'Time in seconds that transactions held the SQLite write lock',
  bounds: [0.001, 0.005, 0.01, 0.05, 0.1, 0.2, 0.5, 1, 2, 5],
});
